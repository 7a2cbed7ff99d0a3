module {
  kgen.kernel @advantage_estimate(%reward: !kgen.array<2, f32>, %value: !kgen.array<2, f32>, %discount: f32, %trace: f32, %reward_limit: f32, %last_step: si32, %advantage: !kgen.array<2, f32>) {
    %episode = kgen.tid : si32
    %0 = kgen.constant 0.000000e+00 : f32
    %estimate = kgen.var %0 : f32
    kgen.for %step = 5 to -1 step -1 {
      %1 = kgen.cmp le %step, %last_step : si32
      kgen.if %1 {
        %2 = kgen.load %reward[%episode, %step] : !kgen.array<2, f32>
        %3 = kgen.neg %reward_limit : f32
        %r = kgen.clamp %2, %3, %reward_limit : f32
        %4 = kgen.constant 1 : si32
        %5 = kgen.add %step, %4 : si32
        %6 = kgen.load %value[%episode, %5] : !kgen.array<2, f32>
        %7 = kgen.mul %discount, %6 : f32
        %8 = kgen.add %r, %7 : f32
        %9 = kgen.load %value[%episode, %step] : !kgen.array<2, f32>
        %surprise = kgen.sub %8, %9 : f32
        %10 = kgen.mul %discount, %trace : f32
        %11 = kgen.get %estimate : f32
        %12 = kgen.mul %10, %11 : f32
        %13 = kgen.add %surprise, %12 : f32
        kgen.set %estimate, %13 : f32
        %14 = kgen.get %estimate : f32
        kgen.store %advantage[%episode, %step], %14 : !kgen.array<2, f32>
      }
    }
    kgen.return
  }
  kgen.kernel @advantage_estimate_backward(%reward: !kgen.array<2, f32>, %value: !kgen.array<2, f32>, %discount: f32, %trace: f32, %reward_limit: f32, %last_step: si32, %advantage: !kgen.array<2, f32>, %adj_reward: !kgen.array<2, f32>, %adj_value: !kgen.array<2, f32>, %adj_discount: f32, %adj_trace: f32, %adj_reward_limit: f32, %adj_last_step: si32, %adj_advantage: !kgen.array<2, f32>) attributes {adjoint_of = @advantage_estimate} {
    %grad_reward = kgen.gradient %reward, %adj_reward : !kgen.array<2, f32>
    %grad_value = kgen.gradient %value, %adj_value : !kgen.array<2, f32>
    %grad_advantage = kgen.gradient %advantage, %adj_advantage : !kgen.array<2, f32>
    %episode = kgen.tid : si32
    %0 = kgen.constant 0.000000e+00 : f32
    %adj_estimate = kgen.for %step = 5 to -1 step -1 carry(%adj_estimate_0 = %0 : f32) {
      %1 = kgen.constant -1 : si32
      %2 = kgen.mul %step, %1 : si32
      %3 = kgen.constant 5 : si32
      %step_0 = kgen.add %3, %2 : si32
      %4 = kgen.cmp le %step_0, %last_step : si32
      %adj_estimate_0_0 = kgen.if %4 -> f32 {
        %5 = kgen.load %reward[%episode, %step_0] : !kgen.array<2, f32>
        %6 = kgen.neg %reward_limit : f32
        %7 = kgen.max %6, %5 : f32
        %r = kgen.min %7, %reward_limit : f32
        %8 = kgen.constant 1 : si32
        %9 = kgen.add %step_0, %8 : si32
        %10 = kgen.mul %discount, %trace : f32
        %11 = kgen.gradient_take %grad_advantage[%episode, %step_0] : !kgen.gradient<2, f32>
        %adj_estimate_2 = kgen.add %adj_estimate_0, %11 : f32
        %12 = kgen.mul %adj_estimate_2, %10 : f32
        %13 = kgen.neg %adj_estimate_2 : f32
        kgen.gradient_add %grad_value[%episode, %step_0], %13 : !kgen.gradient<2, f32>
        %14 = kgen.mul %adj_estimate_2, %discount : f32
        kgen.gradient_add %grad_value[%episode, %9], %14 : !kgen.gradient<2, f32>
        %15 = kgen.cmp ne %r, %reward_limit : f32
        %16 = kgen.where %15, %adj_estimate_2, %0 : i1, f32, f32
        %17 = kgen.cmp ne %7, %5 : f32
        %18 = kgen.where %17, %0, %16 : i1, f32, f32
        kgen.gradient_add %grad_reward[%episode, %step_0], %18 : !kgen.gradient<2, f32>
        kgen.yield %12 : f32
      } else {
        kgen.yield %adj_estimate_0 : f32
      }
      kgen.yield %adj_estimate_0_0 : f32
    }
    kgen.return
  }
}

