// The notebooks are a module of their own so that the zip of the module above, which go get downloads, is
// without them and their outputs. They compile against the working copy around them.
module github.com/block-regularized/bcv/notebooks

go 1.26.0
