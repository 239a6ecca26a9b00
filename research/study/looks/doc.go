// Package looks simulates comparisons of two models on the items of one test set that are looked at after every item,
// up to a planned number: how often looks-t errs at any of them, its power, and how many items it saves.
//
// Differences of items are drawn one after the other, from the 20th on with a look after each; items in clusters come
// cluster by cluster, with a look after each from the 10th on. All cells were declared before any of them had run.
package looks
