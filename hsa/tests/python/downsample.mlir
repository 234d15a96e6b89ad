// ResNet-18's first block of 128 channels: it halves the image, and its input comes by a 1x1 convolution.
func.func @main(%x: tensor<1x64x56x56xf32>, %w1: tensor<128x64x3x3xf32>, %b1: tensor<128xf32>,
                %w2: tensor<128x128x3x3xf32>, %b2: tensor<128xf32>, %ws: tensor<128x64x1x1xf32>,
                %bs: tensor<128xf32>) -> tensor<1x128x28x28xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<1x128x28x28xf32>
  %c1 = stablehlo.convolution(%x, %w1)
      dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x64x56x56xf32>, tensor<128x64x3x3xf32>) -> tensor<1x128x28x28xf32>
  %d1 = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<128xf32>) -> tensor<1x128x28x28xf32>
  %s1 = stablehlo.add %c1, %d1 : tensor<1x128x28x28xf32>
  %r1 = stablehlo.maximum %s1, %zero : tensor<1x128x28x28xf32>
  %c2 = stablehlo.convolution(%r1, %w2)
      dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {stride = [1, 1], pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x128x28x28xf32>, tensor<128x128x3x3xf32>) -> tensor<1x128x28x28xf32>
  %d2 = stablehlo.broadcast_in_dim %b2, dims = [1] : (tensor<128xf32>) -> tensor<1x128x28x28xf32>
  %s2 = stablehlo.add %c2, %d2 : tensor<1x128x28x28xf32>
  %cs = stablehlo.convolution(%x, %ws)
      dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {stride = [2, 2], pad = [[0, 0], [0, 0]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x64x56x56xf32>, tensor<128x64x1x1xf32>) -> tensor<1x128x28x28xf32>
  %ds = stablehlo.broadcast_in_dim %bs, dims = [1] : (tensor<128xf32>) -> tensor<1x128x28x28xf32>
  %ss = stablehlo.add %cs, %ds : tensor<1x128x28x28xf32>
  %sum = stablehlo.add %s2, %ss : tensor<1x128x28x28xf32>
  %r2 = stablehlo.maximum %sum, %zero : tensor<1x128x28x28xf32>
  return %r2 : tensor<1x128x28x28xf32>
}
