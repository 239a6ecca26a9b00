package roles

import (
	"strconv"
	"strings"
)

// ShareRow is a Row of split ratios with the share as a number, for figures.
type ShareRow struct {
	Share    float64 `dataframe:"share"` // training sentences in percent
	Quantity string  `dataframe:"quantity"`
	Metric   string  `dataframe:"metric"`
	SD       float64 `dataframe:"sd"`
	SNR      float64 `dataframe:"snr"`
}

// ByShare returns the rows whose partition is a share, such as 60%.
func ByShare(rows []Row) []ShareRow {
	var out []ShareRow
	for _, r := range rows {
		share, err := strconv.ParseFloat(strings.TrimSuffix(r.Partition, "%"), 64)
		if err == nil {
			out = append(out, ShareRow{Share: share, Quantity: r.Quantity, Metric: r.Metric, SD: r.SD, SNR: r.SNR})
		}
	}
	return out
}
