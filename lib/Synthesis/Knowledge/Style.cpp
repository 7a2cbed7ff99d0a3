// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Draws an author's habits.

#include "Style.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

Setting::Setting(const Library &library, const Idiom &idiom, Digits &digits, Rng layoutRng, Rng &rng, bool isPlain)
    : library(library), idiom(idiom), digits(digits), layout(layoutRng), rng(rng), isPlain(isPlain) {
  style.theme = rng.pick({Style::Singular, Style::Plural, Style::Plural, Style::Prefixed});
  style.annotations = rng.chance(35) ? "float32" : "";
  style.annotations += rng.pick({"", "", "", " bracket", " ndim"});
  style.alias = layout.chance(50);
  style.lastOutputs = rng.chance(85);
  style.doc = rng.chance(42);
  style.wide = layout.chance(85) || isPlain;
  style.shortNames = rng.pick({20u, 50u, 80u});
  style.comments = rng.pick({0u, 0u, 30u, 80u});
  style.inlining = layout.pick({30u, 60u, 90u});
  style.functions = isPlain ? 0 : layout.pick({10u, 55u, 100u});
  style.constants = isPlain ? 0 : layout.pick({0u, 0u, 20u});
  style.reloading = layout.pick({0u, 40u, 60u, 100u});
  style.asking = 70;
  style.namedExtents = layout.pick({0u, 80u, 100u});
  style.checking = 6;
  style.augmenting = layout.pick({0u, 50u, 100u});
  style.wrapping = layout.pick({0u, 50u, 100u});
  style.tileNames = idiom.tiles.empty() || rng.chance(85);
  style.partner = rng.pick({"{}_j", "{}j", "other_{}", "{}_n"});
  style.output = rng.pick({"{}_out", "out_{}", "{}", "{}", "new_{}"});
  style.manner = rng.chance(45) ? 0 : rng.below(12);
  style.sizeParameters = layout.chance(18) || isPlain;
}

NodeRef Setting::typeOf(Shape shape) {
  auto warp = [&](StringRef name) { return arena.make(Kind::Attribute, name, {arena.name("wp")}); };
  switch (shape) {
  case Shape::Scalar:
    return arena.name("float");
  case Shape::Int:
    return arena.name("int");
  case Shape::UInt:
    return warp("uint32");
  case Shape::Vector:
    return warp(style.wide ? "vec3" : "vec2");
  case Shape::Vec2:
    return warp("vec2");
  case Shape::Vec3:
    return warp("vec3");
  case Shape::Vec4:
    return warp("vec4");
  case Shape::Mat22:
    return warp("mat22");
  case Shape::Mat33:
    return warp("mat33");
  case Shape::Mat44:
    return warp("mat44");
  case Shape::Quat:
    return warp("quat");
  case Shape::Transform:
    return warp("transform");
  case Shape::Spatial:
    return warp("spatial_vector");
  }
  return nullptr;
}

NodeRef Setting::annotation(const WrittenParameter &parameter) {
  NodeRef type = typeOf(parameter.shape);
  if (!parameter.isArray)
    return type;
  std::string array = parameter.isFlat || parameter.extents.size() == 1
                          ? "array"
                          : "array" + std::to_string(parameter.extents.size()) + "d";
  return arena.warp(array, {arena.make(Kind::Keyword, "dtype", {type})});
}
