module github.com/block-regularized/bcv/examples/mnist

go 1.26.0

require (
	github.com/block-regularized/bcv v0.0.0-00010101000000-000000000000
	gonum.org/v1/gonum v0.17.0
)

require (
	github.com/thedatashed/xlsxreader v1.2.8 // indirect
	golang.org/x/sys v0.49.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)

replace github.com/block-regularized/bcv => ../..
