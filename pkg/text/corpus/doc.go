// Package corpus reads tagged and segmented text: sentences of tokens with their fields,
// and the chunks (entities, words) in them.
//
//   - Columns: a token a line with its fields, the tag among them, and an empty line
//     between sentences, as in the CoNLL shared tasks and Universal NER.
//   - CoNLLU: the format of Universal Dependencies; its words are what a segmenter has
//     to find in the characters of the sentence.
//   - Words: a sentence a line, with blanks between words, as in the Bakeoffs of SIGHAN.
//
// Errors name file and line. Files may be packed with gzip. Tokens are at most 4,096
// bytes long, so that what is no such text is refused at once.
package corpus
