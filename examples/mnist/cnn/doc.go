// Package cnn is the convolutional network that the McNemar paper (§5.2) compares on
// MNIST: convolution, max pooling, convolution, max pooling, dropout, dense, softmax, with
// ReLU and cross-entropy. It is written for one processor, on gonum's products of float32
// matrices, and trains by Adam. What it computes depends on the images, the labels and the
// seed alone, not on the number of processors.
//
// Activations are laid out as [channel][image][row][column], so that a convolution is one
// matrix product over all images of a batch.
package cnn
