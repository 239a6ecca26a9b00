// Package text counts what taggers and word segmenters got right: chunks of tagged sentences and words of segmented
// text.
//
// A Scheme writes chunks (entities, phrases, words) as one tag per token, such as B-PER I-PER O. Scheme.Chunks
// reads them again. Because taggers write sequences that no scheme allows, there are two ways: Strict accepts only
// what the scheme allows, like seqeval's mode strict, and Conlleval accepts what can be interpreted, like conlleval
// of the CoNLL shared tasks. Counts differ between the two, so results name the one that was used.
//
// Counts gathers gold, predicted and correct chunks by type; Words counts the words of segmented text, separately
// for words inside and outside a vocabulary.
package text
