package defectcounts

// CurveRow is a ComponentsRow for a figure: one model of one variant.
type CurveRow struct {
	Measures   string  `dataframe:"measures"` // as they are, or with the power transform
	Model      string  `dataframe:"model"`
	Components int     `dataframe:"components"`
	FPA        float64 `dataframe:"fpa"`
	Spread     float64 `dataframe:"spread"` // standard deviation over partition sets
}

// Curves returns the rows of the two variants of the thesis, with all components and
// without the first, which needs two.
func Curves(rows []ComponentsRow) []CurveRow {
	var out []CurveRow
	for _, r := range rows {
		if r.Measures != Training || r.Matrix != Correlation {
			continue
		}
		measures := map[string]string{None: "measures as they are", Power: "power transform"}[r.Transform]
		add := func(model string, fpa, spread float64) {
			out = append(out, CurveRow{Measures: measures, Model: model, Components: r.Components, FPA: fpa,
				Spread: spread})
		}
		add("all components", r.FPA, r.FPASpread)
		if r.Components > 1 {
			add("without the first", r.Without, r.WithoutSpread)
		}
	}
	return out
}
