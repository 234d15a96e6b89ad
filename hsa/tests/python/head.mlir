// ResNet-18's end: the mean of each of 512 channels, and the product with the weights of 1,000 classes.
func.func @main(%x: tensor<1x512x7x7xf32>, %w: tensor<512x1000xf32>, %b: tensor<1000xf32>) -> tensor<1x1000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2, 3]
      : (tensor<1x512x7x7xf32>, tensor<f32>) -> tensor<1x512xf32>
  %count = stablehlo.constant dense<49.0> : tensor<1x512xf32>
  %mean = stablehlo.divide %sum, %count : tensor<1x512xf32>
  %product = stablehlo.dot_general %mean, %w, contracting_dims = [1] x [0]
      : (tensor<1x512xf32>, tensor<512x1000xf32>) -> tensor<1x1000xf32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<1000xf32>) -> tensor<1x1000xf32>
  %out = stablehlo.add %product, %bias : tensor<1x1000xf32>
  return %out : tensor<1x1000xf32>
}
