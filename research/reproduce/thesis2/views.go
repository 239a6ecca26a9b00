package thesis2

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/research/reproduce"
)

// RatioRow is a computed variance over the printed one.
type RatioRow struct {
	Number int     `dataframe:"number"` // of the configuration
	Config string  `dataframe:"configuration"`
	Method string  `dataframe:"method"`
	Ratio  float64 `dataframe:"ratio"`
	SE     float64 `dataframe:"se"`
}

// methodWords names the methods of table 2.10 as figures do.
var methodWords = map[string]string{"RHS": "RHS", "mx2CV": "m x 2 CV", "mx2BCV": "m x 2 BCV", "BRHS": "BRHS"}

// VarianceRatios returns the ratios of the cells of table 2.10 with m replications, by
// the best runs, with the configurations numbered as they come.
func VarianceRatios(fsys fs.FS, m int) ([]RatioRow, error) {
	rows, err := reproduce.Best(fsys, "thesis:table-2.10")
	if err != nil {
		return nil, err
	}
	var out []RatioRow
	var names []string
	for _, r := range rows {
		key := strings.Split(r.Key, "/") // configuration, method, m
		if key[2] != strconv.Itoa(m) || r.Computed == "" {
			continue
		}
		if !slices.Contains(names, key[0]) {
			names = append(names, key[0])
		}
		var v [3]float64
		for i, text := range []string{r.Published, r.Computed, cmp.Or(r.SE, "0")} {
			if v[i], err = strconv.ParseFloat(text, 64); err != nil {
				return nil, fmt.Errorf("thesis2: %s: %w", r.Key, err)
			}
		}
		out = append(out, RatioRow{
			Number: slices.Index(names, key[0]) + 1, Config: key[0], Method: methodWords[key[1]], Ratio: v[1] / v[0],
			SE: v[2] / v[0],
		})
	}
	return out, nil
}
