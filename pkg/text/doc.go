// Package text counts what taggers and word segmenters got right: chunks of tagged
// sentences and words of segmented ones.
//
// A Scheme writes chunks (entities, phrases, words) as one tag a token, such as B-PER
// I-PER O. Scheme.Chunks reads them again, and taggers write tags that no scheme would:
// Strict takes only what the scheme allows, as seqeval's mode strict does, and Conlleval
// takes what can be understood, as conlleval of the CoNLL shared tasks does. The two
// give other counts on the same tags, so a result says which it is.
//
// Counts gathers gold, predicted and correct chunks by type; Words does it for the words
// of segmented text, and tells those that are in a vocabulary from those that are not.
package text
