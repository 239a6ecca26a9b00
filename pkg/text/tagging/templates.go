package tagging

import (
	"fmt"
	"strings"
)

// standardTemplates returns templates of CRF++ with the unigrams, bigrams and trigrams of each field within two tokens,
// and the bigram of tags, as Wang and Li (ACL 2019, section 4) use them for words and parts of speech, and for
// characters.
func standardTemplates(fields int) string {
	var b strings.Builder
	number := 0
	for column := range fields {
		for length := 1; length <= 3; length++ {
			for first := -2; first+length-1 <= 2; first++ {
				var parts []string
				for row := first; row < first+length; row++ {
					parts = append(parts, fmt.Sprintf("%%x[%d,%d]", row, column))
				}
				fmt.Fprintf(&b, "U%02d:%s\n", number, strings.Join(parts, "/"))
				number++
			}
		}
	}
	b.WriteString("B\n")
	return b.String()
}
