kgen.kernel @first(%a: !kgen.array<1, f32>) {
  kgen.return
}
kgen.kernel @second(%a: !kgen.array<1, f32>) {
  kgen.return
}
