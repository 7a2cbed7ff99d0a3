// RUN: not kgen-opt %s --kgen-generate="category=tensor" 2>&1 | FileCheck %s --check-prefix=CATEGORY
// RUN: not kgen-opt %s --kgen-generate="categories=math" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not kgen-opt %s --kgen-generate="count=many" 2>&1 | FileCheck %s --check-prefix=COUNT

// CATEGORY: error: expected a category (arithmetic, vector, matrix, control_flow, math, atomic, nested_loop, multi_conditional, combined, scalar_param) but got 'tensor'
// OPTION: --kgen-generate: expected options such as {{.*}} but got 'categories=math'
// COUNT: --kgen-generate: expected options such as {{.*}} but got 'count=many'
