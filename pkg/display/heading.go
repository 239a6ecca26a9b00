package display

import (
	"cmp"
	"regexp"
	"strings"
)

// fileName matches names of columns of files, such as standard_error.
var fileName = regexp.MustCompile(`^[A-Za-z0-9_]+$`)

// wholeNames are the headings of columns that are not made from the words of their names.
var wholeNames = map[string]string{"p_value": "p-value", "p_better": "P(B better)",
	"times_bcv-t": "power / power of bcv-t"}

// hypotheses begin the names of columns of their probability.
var hypotheses = regexp.MustCompile(`^p_h([01])`)

// shortWords are the abbreviations in names of columns as papers write them; MEAN and STD are
// names of gota.
var shortWords = map[string]string{"se": "s.e.", "sd": "s.d.", "pct": "%", "fpa": "FPA", "f1": "F1", "h0": "H0",
	"h1": "H1", "ci": "interval", "snr": "SNR", "cpu": "CPU", "MEAN": "mean", "STD": "s.d."}

// heading returns the heading of a column from its name.
func heading(name string) string {
	if whole, ok := wholeNames[name]; ok || !fileName.MatchString(name) {
		return cmp.Or(whole, name)
	}
	words := strings.Split(hypotheses.ReplaceAllString(name, "P(H$1)"), "_")
	for i, w := range words {
		words[i] = cmp.Or(shortWords[w], w)
	}
	return strings.Join(words, " ")
}
