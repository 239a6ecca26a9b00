// Package corpus reads tagged and segmented text: sentences of tokens with their fields,
// and the chunks (entities, words) in them.
//
//   - Columns: one token per line with its fields, including the tag, and an empty line between sentences, as in the
//     CoNLL shared tasks and Universal NER.
//   - CoNLLU: the format of Universal Dependencies; a segmenter has to find its words in the characters of a sentence.
//   - Words: one sentence per line, with blanks between words, as in the Bakeoffs of SIGHAN.
//
// Errors name file and line. Files may be compressed with gzip. Tokens are at most 4,096 bytes long, so that other
// files are refused at once.
package corpus
