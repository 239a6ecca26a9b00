// Package race drops learning algorithms from a comparison of several while block-regularized m x 2 CV grows.
package race
