// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expressions: precedence, brackets, and what each op looks like inside one. Writes no statements.

#include "KernelPrinter.h"

#include "kgen/IR/Names.h"

using namespace mlir;

namespace kgen::text {

/// Gathers the variables that parts read into the whole.
static void gather(Expr &whole, const Expr &part, unsigned deeper) {
  whole.depth = std::max(whole.depth, part.depth + deeper);
  for (const Variable *variable : part.reads)
    if (!llvm::is_contained(whole.reads, variable))
      whole.reads.push_back(variable);
}

Expr KernelPrinter::use(Value value) {
  if (auto found = expressions.find(value); found != expressions.end())
    return *found->second;
  Operation *op = value.getDefiningOp();
  if (op && placement.isInline(op))
    return expression(op);
  Variable *variable = variables.of(value);
  Expr expr;
  expr.text = nameOf(variable, value);
  if (variable->isMutable)
    expr.reads.push_back(variable);
  return expr;
}

Expr KernelPrinter::primary(std::string text, ArrayRef<Expr> parts) {
  Expr expr;
  expr.text = std::move(text);
  for (const Expr &part : parts)
    gather(expr, part, 1);
  return expr;
}

Expr KernelPrinter::call(StringRef name, ArrayRef<Expr> arguments) {
  SmallVector<StringRef> texts;
  for (const Expr &argument : arguments)
    texts.push_back(argument.text);
  return primary(name.str() + "(" + llvm::join(texts, ", ") + ")", arguments);
}

std::string KernelPrinter::bracketed(const Expr &operand, StringRef outer, int precedence) {
  bool brackets = operand.precedence < precedence || (!operand.op.empty() && language.wantsBrackets(outer, operand.op));
  return brackets ? "(" + operand.text + ")" : operand.text;
}

Expr KernelPrinter::infix(StringRef op, const Expr &a, const Expr &b) {
  int precedence = language.infixPrecedence(op);
  Association association = language.association(op);
  Expr expr;
  expr.precedence = precedence;
  expr.op = op;
  expr.text = bracketed(a, op, association == Association::Left ? precedence : precedence + 1);
  expr.leftSize = expr.text.size();
  // An operator that associates to the right binds less tightly than a sign before its right operand.
  std::string right = bracketed(b, op, association == Association::Right ? static_cast<int>(Unary) : precedence + 1);
  StringRef blank = language.isTight(op, a, b) ? "" : " ";
  expr.text.reserve(expr.leftSize + op.size() + right.size() + 2);
  (((expr.text += blank) += op) += blank) += right;
  expr.rightSize = b.text.size();
  bool brackets = right.size() > b.text.size();
  expr.rightBegin = expr.text.size() - expr.rightSize - brackets;
  gather(expr, a, a.precedence == precedence ? 0 : 1);
  gather(expr, b, 1);
  return expr;
}

Expr KernelPrinter::prefix(StringRef op, const Expr &a) {
  if (op.empty())
    return a;
  Expr expr;
  expr.precedence = language.prefixPrecedence(op);
  // `--x` is one token in C, and `- -1` reads badly anywhere; after a word there is a blank.
  bool clash = !op.ends_with(" ") && (a.text.front() == '-' || a.text.front() == '+');
  expr.text = op.str() + (clash ? "(" + a.text + ")" : bracketed(a, op, expr.precedence));
  gather(expr, a, a.precedence == Primary ? 0 : 1);
  return expr;
}

/// The text within a pair of brackets that holds all of it.
static StringRef withoutBrackets(StringRef text) {
  if (text.front() != '(')
    return text;
  unsigned open = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (open == 0)
      return i + 1 == text.size() ? text.drop_front().drop_back() : text;
  }
  return text;
}

Expr KernelPrinter::negated(const Expr &condition) {
  StringRef text = condition.text;
  if (condition.op.empty() && condition.precedence < Primary && text.consume_front(language.notWord())) {
    Expr expr = condition;
    expr.text = withoutBrackets(text).str();
    expr.precedence = Ternary; // what was in the brackets is not known any more
    return expr;
  }
  if (condition.op == "==" || condition.op == "!=") {
    Expr expr = condition;
    expr.op = condition.op == "==" ? "!=" : "==";
    expr.text.replace(expr.leftSize + 1, expr.op.size(), expr.op.str());
    return expr;
  }
  return prefix(language.notWord(), condition);
}

SmallVector<Expr> KernelPrinter::indexExprs(ArrayRef<OpFoldResult> indices, Expr &whole) {
  SmallVector<Expr> exprs;
  for (OpFoldResult index : indices) {
    Expr expr;
    if (std::optional<int64_t> literal = getLiteral(index)) {
      expr.text = std::to_string(*literal);
    } else {
      expr = use(cast<Value>(index));
      gather(whole, expr, 1);
    }
    exprs.push_back(std::move(expr));
  }
  return exprs;
}

SmallVector<std::string> KernelPrinter::indexTexts(ArrayRef<OpFoldResult> indices, Expr &whole) {
  return textsOf(indexExprs(indices, whole));
}

Expr KernelPrinter::access(Value array, ArrayRef<OpFoldResult> indices) {
  Expr expr, base = use(array);
  gather(expr, base, 0);
  size_t rank = mlir::cast<ArrayType>(array.getType()).getRank();
  ArrayRef<OpFoldResult> own = indices.take_front(rank);
  expr.text = language.elementOf(array, base.text, own, indexExprs(own, expr));
  return part(expr, storedType(array.getType()), indices.drop_front(rank));
}

Expr KernelPrinter::view(ViewOp op) {
  Expr expr, base = use(op.getArray());
  gather(expr, base, 0);
  expr.text = language.viewOf(op, base.text, indexExprs(op.getMixedIndices(), expr));
  return expr;
}

Expr KernelPrinter::part(const Expr &whole, Type type, ArrayRef<OpFoldResult> path) {
  if (path.empty())
    return whole;
  Expr expr;
  gather(expr, whole, 0);
  expr.text = bracketed(whole, "[", Primary);
  while (!path.empty()) {
    if (hasFields(type)) {
      expr.text += "." + language.field(type, *getLiteral(path.front()));
      type = partType(type, *getLiteral(path.front()));
      path = path.drop_front();
      continue;
    }
    size_t steps = isMat(type) ? std::min<size_t>(path.size(), 2) : 1; // `m[i, j]`
    expr.text = language.componentOf(type, expr.text, path.take_front(steps), indexExprs(path.take_front(steps), expr));
    for (OpFoldResult index : path.take_front(steps))
      type = partType(type, getLiteral(index).value_or(ShapedType::kDynamic));
    path = path.drop_front(steps);
  }
  return expr;
}

std::string KernelPrinter::target(StringRef read, StringRef name, Type type, ArrayRef<OpFoldResult> path) {
  if (path.size() < 2 || language.style().storesIntoParts)
    return read.str();
  Type owner = type;
  for (OpFoldResult step : path.drop_back(2))
    owner = partType(owner, getLiteral(step).value_or(ShapedType::kDynamic));
  std::optional<int64_t> field = getLiteral(path.drop_back().back()), component = getLiteral(path.back());
  if (!isTransform(owner) || !field || !component)
    return read.str();
  static constexpr int64_t positionLength = 3; // the rotation's numbers stand behind
  Expr whole;
  whole.text = name.str();
  int64_t place = *component + (*field == 0 ? 0 : positionLength);
  return language.component(part(whole, type, path.drop_back(2)).text, {std::to_string(place)});
}

/// A call as its author wrote it: operands, constants and functions stand in their places.
Expr KernelPrinter::spelledCall(CallOp op, const CallSpelling &spelling, ArrayRef<Expr> arguments) {
  if (spelling.isOperator)
    return infix(spelling.parts.front().text, arguments[0], arguments[1]);
  std::string text;
  // The operand that a subscript stands behind.
  bool isSubscript = spelling.parts.size() > 1 && spelling.parts[1].text.starts_with("[");
  for (const CallSpelling::Part &part : spelling.parts)
    switch (part.kind) {
    case CallSpelling::Part::Text:
      text += part.text;
      break;
    case CallSpelling::Part::Operand:
      text += isSubscript && &part == spelling.parts.begin() ? bracketed(arguments[part.number], "[", Primary)
                                                             : arguments[part.number].text;
      break;
    case CallSpelling::Part::Constant: {
      const CallSpelling::Constant &constant = spelling.constants[part.number];
      text += constant.name ? constants.lookup({constant.name, constant.value}) : language.literal(constant.value).text;
      break;
    }
    case CallSpelling::Part::Function: {
      auto function = language.getFunctionNames().find(part.text);
      if (function == language.getFunctionNames().end()) {
        refuse(op);
        break;
      }
      text += function->second;
    }
    }
  return primary(std::move(text), arguments);
}

Expr KernelPrinter::callFunction(CallOp op) {
  SmallVector<Expr> arguments;
  for (auto [i, argument] : llvm::enumerate(op.getArguments())) {
    arguments.push_back(use(argument));
    for (const std::string &extent : language.extentsOf(op, i))
      arguments.push_back(primary(extent, {}));
  }
  if (std::optional<CallSpelling> spelling = spellingOf(op, language))
    return spelledCall(op, *spelling, arguments);
  std::string name = language.functionName(op.getCallee());
  auto symbol = op->getAttrOfType<StringAttr>("kgen.called");
  if (symbol && arguments.size() == 2 && language.functionOfOperator(symbol.getValue()) == name)
    return infix(symbol.getValue(), arguments[0], arguments[1]);
  return call(name, arguments);
}

Expr KernelPrinter::atomicCall(AtomicOp op) {
  if (cast<AccessOpInterface>(*op).getPath().empty() && !language.style().takesAddresses)
    return gradientCall(language.atomicName(op.getKind()), op, op.getArray(), op.getMixedIndices(), op.getValue());
  Expr target = access(op.getArray(), op.getMixedIndices()), value = use(op.getValue());
  return primary(language.atomicOnPart(op, target.text, value.text), {target, value});
}

Expr KernelPrinter::atomicCasCall(AtomicCasOp op) {
  Value values[] = {op.getExpected(), op.getValue()};
  if (!language.style().takesAddresses)
    return gradientCall(language.atomicCasName(), op, op.getArray(), op.getMixedIndices(), values);
  Expr target = access(op.getArray(), op.getMixedIndices());
  target.text = language.address(target.text);
  return call(language.atomicCasName(), {target, use(values[0]), use(values[1])});
}

Expr KernelPrinter::gradientCall(StringRef name, Operation *op, Value gradient, ArrayRef<OpFoldResult> indices,
                                 ValueRange values) {
  Expr expr;
  std::string target = useText(gradient);
  auto access = mlir::cast<AccessOpInterface>(op);
  Type type = storedType(gradient.getType());
  for (OpFoldResult step : access.getPath()) {
    std::optional<int64_t> literal = getLiteral(step);
    bool isField = hasFields(type);
    std::string text = isField ? language.field(type, *literal) : indexTexts(step, expr).front();
    target = language.gradientPart(target, type, text);
    type = partType(type, literal.value_or(ShapedType::kDynamic));
  }
  SmallVector<std::string> arguments = {target};
  llvm::append_range(arguments, indexTexts(indices.take_front(access.getRank()), expr));
  for (Value value : values) {
    Expr last = use(value);
    gather(expr, last, 1);
    arguments.push_back(last.text);
  }
  expr.text = name.str() + "(" + llvm::join(arguments, ", ") + ")";
  return expr;
}

Expr KernelPrinter::tapeCall(Operation *op) {
  SmallVector<Expr> operands;
  SmallVector<std::string> texts;
  for (Value operand : op->getOperands()) {
    operands.push_back(use(operand));
    texts.push_back(operands.back().text);
  }
  return primary(language.tapeCall(op, texts), operands);
}

/// Whether an arm of an `if` yields this bool, literally.
static bool yieldsBool(Block *arm, bool value) {
  auto yield = cast<YieldOp>(arm->getTerminator());
  auto constant = yield.getValues()[0].getDefiningOp<ConstantOp>();
  auto literal = constant ? dyn_cast<IntegerAttr>(constant.getValue()) : IntegerAttr();
  return literal && literal.getType().isInteger(1) && literal.getValue().isOne() == value && !constant.getSymbol() &&
         getName(constant.getResult()).empty();
}

Expr KernelPrinter::conditional(IfOp op) {
  ++inArms;
  for (Block *arm : {op.thenBlock(), op.elseBlock()})
    for (Operation &inner : arm->without_terminator())
      statement(&inner);
  --inArms;
  Expr condition = use(op.getCondition());
  Expr a = use(cast<YieldOp>(op.thenBlock()->getTerminator()).getValues()[0]);
  Expr b = use(cast<YieldOp>(op.elseBlock()->getTerminator()).getValues()[0]);
  if (op.getResult(0).getType().isInteger(1)) {
    if (yieldsBool(op.elseBlock(), false))
      return infix(language.andWord(), condition, a);
    if (yieldsBool(op.thenBlock(), true))
      return infix(language.orWord(), condition, b);
  }
  Expr expr = language.ternary(condition, a, b);
  for (const Expr *part : {&condition, &a, &b})
    gather(expr, *part, 1);
  return expr;
}

/// The negation in an operand, where it is printed in place.
static NegOp negationIn(Value value, const Expr &text) {
  auto neg = value.getDefiningOp<NegOp>();
  return neg && StringRef(text.text).starts_with("-") && text.precedence == Unary ? neg : NegOp();
}

static bool isProduct(Operation *op) { return isa_and_nonnull<MulOp, DivOp, ScaleOp, ScaleLeftOp, ScaleDivOp>(op); }

/// The negation that the text of a value begins with: the value itself, or the first factor of a product or quotient.
NegOp KernelPrinter::leadingNegation(Value value) {
  Operation *op = value.getDefiningOp();
  while (isProduct(op) && placement.isInline(op))
    op = op->getOperand(0).getDefiningOp();
  return op && placement.isInline(op) ? dyn_cast<NegOp>(op) : NegOp();
}

/// `b * c` of `-b * c`, and of `-(b) * c`, by which a sum becomes a difference, of the same bits.
static std::optional<Expr> withoutMinus(Expr product, NegOp neg) {
  if (!neg || (product.op != "*" && product.op != "/") || !StringRef(product.text).starts_with("-"))
    return std::nullopt;
  auto erase = [&](size_t at) {
    product.text.erase(at, 1);
    --product.leftSize;
    --product.rightBegin;
  };
  erase(0);
  if (!isProduct(neg.getA().getDefiningOp()) || product.text.front() != '(')
    return product;
  unsigned open = 0;
  for (size_t i = 0; i < product.leftSize; ++i) {
    open += product.text[i] == '(' ? 1 : product.text[i] == ')' ? -1 : 0;
    if (open == 0) {
      erase(i);
      erase(0);
      break;
    }
  }
  return product;
}

std::optional<Expr> KernelPrinter::simplified(Operation *op) {
  if (!isComputed)
    return std::nullopt;
  if (auto notOp = dyn_cast<NotOp>(op)) {
    auto cmp = notOp.getA().getDefiningOp<CmpOp>();
    if (!cmp || !placement.isInline(cmp) || (!isInt(cmp.getLhs().getType()) && cmp.getPredicate() > CmpPredicate::ne))
      return negated(use(notOp.getA()));
    static const StringRef opposites[] = {"!=", "==", ">=", ">", "<=", "<"};
    return infix(opposites[static_cast<unsigned>(cmp.getPredicate())], use(cmp.getLhs()), use(cmp.getRhs()));
  }
  if (auto neg = dyn_cast<NegOp>(op)) {
    if (!leadingNegation(neg.getA()))
      return std::nullopt;
    auto [text, isNegated] = withoutMinuses(neg.getA(), isFloatArith(neg.getType()));
    return isNegated ? std::optional(*isNegated ? text : prefix("-", text)) : std::nullopt;
  }
  if (!isa<AddOp, SubOp>(op) || (!leadingNegation(op->getOperand(0)) && !leadingNegation(op->getOperand(1))))
    return std::nullopt;
  if (language.specialSpelling(op))
    return std::nullopt;
  bool isFloats = isFloatArith(op->getResult(0).getType());
  Expr a = use(op->getOperand(0));
  if (auto [b, isNegated] = withoutMinuses(op->getOperand(1), isFloats); isNegated)
    return infix(isa<AddOp>(op) == *isNegated ? "-" : "+", a, b);
  if (isa<SubOp>(op))
    return std::nullopt;
  Expr b = use(op->getOperand(1));
  if (NegOp neg = negationIn(op->getOperand(0), a))
    return infix("-", b, use(neg.getA()));
  if (!isFloats)
    return std::nullopt;
  if (std::optional<Expr> rest = withoutMinus(a, leadingNegation(op->getOperand(0))))
    return infix("-", b, *rest);
  return std::nullopt;
}

/// The text of a value without the minuses that it begins with, and whether their number is odd; nullopt if there are
/// none.
std::pair<Expr, std::optional<bool>> KernelPrinter::withoutMinuses(Value value, bool inProducts) {
  Expr text = use(value);
  std::optional<bool> isOdd;
  while (NegOp neg = negationIn(value, text)) {
    value = neg.getA();
    text = use(value);
    isOdd = !isOdd.value_or(false);
  }
  while (inProducts) {
    NegOp leading = leadingNegation(value);
    std::optional<Expr> rest = withoutMinus(text, leading);
    if (!rest)
      break;
    text = std::move(*rest);
    value = leading.getA();
    isOdd = !isOdd.value_or(false);
  }
  return {std::move(text), isOdd};
}

/// The components of a vector or matrix that is made in place.
SmallVector<Expr> KernelPrinter::componentsOf(Value aggregate) {
  SmallVector<Expr> components;
  if (auto construct = aggregate.getDefiningOp<ConstructOp>()) {
    Type element = elementType(construct.getType());
    TypedAttr zero =
        isFloat(element) ? TypedAttr(FloatAttr::get(element, 0.0)) : TypedAttr(IntegerAttr::get(element, 0));
    for (unsigned i = 0; construct.getComponents().empty() && i < numComponents(construct.getType()); ++i)
      components.push_back(language.literal(zero));
    for (Value component : construct.getComponents())
      components.push_back(use(component));
    return components;
  }
  auto insert = aggregate.getDefiningOp<InsertOp>();
  components = componentsOf(insert.getAggregate());
  auto matrix = dyn_cast<MatType>(insert.getType());
  int64_t length = matrix ? matrix.getCols() : cast<VecType>(insert.getType()).getLength();
  int64_t at = 0;
  for (auto [i, index] : llvm::enumerate(insert.getStaticIndices())) {
    int64_t extent = matrix && i == 0 ? matrix.getRows() : length;
    at = at * length + (index < 0 ? index + extent : index);
  }
  components[at] = use(insert.getValue());
  return components;
}

/// Whether a literal is another number as text than in its type: 0.1 of float32. In a cast, text counts.
static bool roundsWhenWritten(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  auto number = constant && value.getType().isF32() ? dyn_cast<FloatAttr>(constant.getValue()) : FloatAttr();
  if (!number || !number.getValue().isFinite())
    return false;
  double written;
  return StringRef(decimal(number.getValue())).getAsDouble(written) || written != number.getValueAsDouble();
}

Expr KernelPrinter::builtin(Operation *op) {
  if (std::optional<Expr> expr = simplified(op))
    return *expr;
  const BuiltinInfo &info = cast<BuiltinOpInterface>(op).getBuiltinInfo();
  auto function = isComputed ? StringAttr() : op->getAttrOfType<StringAttr>("kgen.called");
  std::string called = function ? language.called(function.getValue()) : "";
  const Spelling *special = language.specialSpelling(op);
  const Spelling &spelling = special ? *special : language.spelling(info);
  SmallVector<Expr, 3> operands;
  for (Value operand : op->getOperands())
    operands.push_back(use(operand));
  if (std::optional<Expr> expr = language.builtin(op, operands)) {
    for (const Expr &operand : operands)
      gather(*expr, operand, 1);
    return *expr;
  }
  bool isSign = called == "*" || called == "/";
  if (!called.empty() && !(isSign && language.isShadowed(called, op->getOperandTypes())))
    return isSign ? infix(called == "*" ? "*" : "/", operands[0], operands[1]) : call(called, operands);
  if (spelling.kind == Spelling::Infix && language.isShadowed(spelling.text, op->getOperandTypes()))
    return call("wp." + language.functionOfOperator(spelling.text).str(), operands);
  if (spelling.kind == Spelling::Infix)
    return language.narrowed(infix(spelling.text, operands[0], operands[1]), op->getResult(0).getType());
  if (spelling.kind == Spelling::Prefix) {
    Expr expr = prefix(spelling.text, operands[0]);
    return spelling.text.empty() ? expr : language.narrowed(expr, op->getResult(0).getType());
  }
  return call(spelling.text, operands);
}

Expr KernelPrinter::expression(Operation *op) {
  if (isa<BuiltinOpInterface>(op))
    return builtin(op);
  return TypeSwitch<Operation *, Expr>(op)
      .Case([&](ConstantOp constant) {
        auto found =
            constant.getSymbol() ? constants.find({constant.getSymbolAttr(), constant.getValue()}) : constants.end();
        return found == constants.end() ? language.literal(constant.getValue()) : primary(found->second, {});
      })
      .Case([&](GetOp get) { return use(get.getVar()); })
      .Case([&](DrawOp draw) {
        SmallVector<Expr> operands = {use(draw.getState())};
        for (Value operand : draw.getArgs())
          operands.push_back(use(operand));
        return call(language.drawing(draw.getBuiltinInfo()), operands);
      })
      .Case([&](LoadOp load) { return access(load.getArray(), load.getMixedIndices()); })
      .Case([&](ShapeOp shape) { return primary(language.extentOf(shape, useText(shape.getArray())), {}); })
      .Case([&](ViewOp viewOp) { return view(viewOp); })
      .Case([&](CallOp callOp) { return callFunction(callOp); })
      .Case([&](TileAccessOpInterface access) { return collective(access); })
      .Case<TilePackOp, TileUnpackOp>([&](Operation *conversion) { return use(conversion->getOperand(0)); })
      .Case([&](ExtractOp extract) {
        return part(use(extract.getAggregate()), extract.getAggregate().getType(), extract.getMixedIndices());
      })
      .Case([&](ConstructOp construct) {
        SmallVector<Expr> parts;
        SmallVector<std::string> texts;
        SmallVector<Value> given = placement.vectorsOf(construct);
        if (given.empty())
          given = construct.getComponents();
        for (Value value : given) {
          parts.push_back(use(value));
          texts.push_back(parts.back().text);
        }
        return primary(language.construct(construct.getType(), texts), parts);
      })
      .Case([&](InsertOp insert) {
        SmallVector<Expr> parts = componentsOf(insert.getResult());
        SmallVector<std::string> texts;
        for (const Expr &part : parts)
          texts.push_back(part.text);
        return primary(language.construct(insert.getType(), texts), parts);
      })
      .Case([&](IdentityOp identity) { return primary(language.identity(identity.getType()), {}); })
      .Case([&](CastOp cast) {
        Expr value = use(cast.getValue());
        if (roundsWhenWritten(cast.getValue()))
          value = primary(language.varying(value.text, cast.getValue().getType()), {value});
        Expr expr = language.cast(value, cast.getValue().getType(), cast.getType());
        gather(expr, value, 1);
        return expr;
      })
      .Case([&](CmpOp cmp) {
        static const StringRef signs[] = {"==", "!=", "<", "<=", ">", ">="};
        return infix(signs[static_cast<unsigned>(cmp.getPredicate())], use(cmp.getLhs()), use(cmp.getRhs()));
      })
      .Case([&](AtomicOp atomic) { return atomicCall(atomic); })
      .Case([&](AtomicCasOp cas) { return atomicCasCall(cas); })
      .Case([&](BlockDimOp) { return primary(language.blockDim(), {}); })
      .Case([&](GradientReadOp read) {
        return gradientCall(language.gradientFunction(read), read, read.getArray(), read.getMixedIndices());
      })
      .Case([&](GradientTakeOp take) {
        return gradientCall(language.gradientFunction(take), take, take.getArray(), take.getMixedIndices());
      })
      .Case([&](TidOp) { return primary(language.thread(), {}); })
      .Case<RecordOp, RecallOp, TapeFitsOp, TapeFailsFirstOp>([&](Operation *onTape) { return tapeCall(onTape); })
      .Case([&](CustomAdjointOp custom) { return use(custom.getValues().front()); })
      .Case([&](IfOp ifOp) { return conditional(ifOp); })
      .Default([&](Operation *unknown) {
        refuse(unknown);
        return primary("", {});
      });
}

} // namespace kgen::text
