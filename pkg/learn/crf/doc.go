// Package crf labels sequences by linear-chain conditional random fields: words
// of a sentence by entity tags, characters by word boundaries.
//
// # From sentences to a model
//
// Templates define the attributes of a position, in the language of CRF++. A Corpus is a set of tagged sentences
// with their attributes, extracted once; any number of models are fitted on subsets of it.
//
//	ParseTemplates          templates of CRF++
//	NewCorpus               sentences and tags -> Corpus
//	Settings.Fit            Corpus and the training sentences -> Model
//	Model.TagRows           tags of other sentences of the corpus
//	Model.Tag, Marginals    tags and probabilities for any sentence
//
// # The model
//
// A tagging y of the sentence x has the probability exp(s(x, y)) / Z(x). The score
// s adds up a weight for each attribute of a position and its tag (unigram
// templates) and one for each attribute and the tags there and before it (bigram
// templates). A fit minimizes, over the weights w,
//
//	sum over sentences of log Z(x) - s(x, y)  +  w·w / (2 C)
//
// (or |w|₁ / C), the objective of CRF++ with -c C. Attributes that occur less often in the training sentences than
// the cutoff have no weights (-f). Other attributes have a weight for each tag of the training sentences, observed
// together or not.
//
// # What a fit sees
//
// A fit is a function of the settings, the templates and the training sentences,
// bit by bit: neither tokens nor tags of the other sentences of the corpus change
// it, nor the number of workers.
//
// # How it is fast
//
// Attributes that occur at the same training positions have the same weights at the minimum (and, from 0, on the
// way), so they are fitted as one. Forward and backward sums are products of matrices, scaled position by position;
// a sentence whose scores differ too much for that is summed in logarithms. Gradients are gathered from the
// marginals of the positions where an attribute occurs, not scattered: so all sums have a fixed order, and no
// worker needs its own gradient.
//
// Sources: Lafferty, McCallum and Pereira (2001), Conditional random fields, ICML;
// Liu and Nocedal (1989), On the limited memory BFGS method, Math. Prog. 45; Andrew
// and Gao (2007), Scalable training of L1-regularized log-linear models, ICML.
package crf
