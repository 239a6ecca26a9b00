package reproduce

import (
	"math"
	"strconv"
	"strings"
)

// Comparison is a line of the account for readers: a published number beside the
// computed one.
type Comparison struct {
	Key       string  `dataframe:"number"`
	Published string  `dataframe:"published"`
	Computed  float64 `dataframe:"computed"` // NaN if it is not a number
	SE        float64 `dataframe:"standard error"`
	// computed less published in standard errors, of both together; NaN for exact ones
	Z       float64 `dataframe:"z"`
	Verdict string  `dataframe:"verdict"`
	Note    string  `dataframe:"note"`
}

// Compare returns a line for each row of the account that was computed; settings
// that were taken over are left out. Of a stored run the verdict is the verdict of the run.
func Compare(rows []Row) []Comparison {
	number := func(text string) float64 {
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return v
		}
		return math.NaN()
	}
	var out []Comparison
	for _, r := range rows {
		if r.Verdict == NotRun || r.Verdict == Input {
			continue
		}
		c := Comparison{Key: r.Key, Published: r.Published, Computed: number(r.Computed), SE: number(r.SE),
			Z: math.NaN(), Verdict: r.Verdict, Note: r.Note}
		if printed, _, err := parsePublished(r.Published); err == nil && c.SE > 0 {
			c.Z = (c.Computed - printed) / math.Hypot(c.SE, number(r.PublishedSE))
		}
		if verdict, rest, _ := strings.Cut(r.Note, "; "); r.Verdict == FromStore {
			c.Verdict, c.Note = strings.TrimPrefix(verdict, "stored run: "), rest
		}
		out = append(out, c)
	}
	return out
}

// LargestZ returns the largest absolute Z among rows, 0 if none has one.
func LargestZ(rows []Comparison) float64 {
	largest := 0.0
	for _, r := range rows {
		if z := math.Abs(r.Z); z > largest {
			largest = z
		}
	}
	return largest
}
