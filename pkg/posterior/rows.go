package posterior

// CurvePoint is one point of a posterior density curve, for figures.
type CurvePoint struct {
	Task      string  `dataframe:"task"`
	Metric    string  `dataframe:"metric"`    // P, R or F1
	Model     string  `dataframe:"model"`     // as named in the counts
	Weighting string  `dataframe:"weighting"` // "bcv" or "hold-out average"
	X         float64 `dataframe:"x"`         // value of the metric, in [0, 1]
	Density   float64 `dataframe:"density"`   // posterior density at X
}

// DifferencePoint is one point of the posterior density of nu_B - nu_A.
type DifferencePoint struct {
	Task    string  `dataframe:"task"`
	Metric  string  `dataframe:"metric"`
	X       float64 `dataframe:"x"`       // nu_B - nu_A, in [-1, 1]
	Density float64 `dataframe:"density"` // posterior density at X
}

// Comparison is the result of the Bayes test of one metric for one pair of
// models. H0 says that B is not better than A by more than Delta:
// nu_B - nu_A <= Delta (Wang and Li 2019, section 3; the sign of their eq. 32
// is misprinted, but their tables follow this definition).
type Comparison struct {
	Task        string  `dataframe:"task"`
	Metric      string  `dataframe:"metric"`
	ModelA      string  `dataframe:"model_a"`
	ModelB      string  `dataframe:"model_b"`
	M           int     `dataframe:"m"`            // replications of two-fold CV behind the counts
	Weight      float64 `dataframe:"weight"`       // factor from summed to effective counts
	Prior       float64 `dataframe:"prior"`        // lambda of the Beta(lambda, lambda) prior
	Level       float64 `dataframe:"level"`        // credibility of the intervals
	A           float64 `dataframe:"a"`            // posterior mode of model A
	ALow        float64 `dataframe:"a_low"`        // credible interval of model A
	AHigh       float64 `dataframe:"a_high"`       //
	B           float64 `dataframe:"b"`            // posterior mode of model B
	BLow        float64 `dataframe:"b_low"`        // credible interval of model B
	BHigh       float64 `dataframe:"b_high"`       //
	Delta       float64 `dataframe:"delta"`        // threshold of H0
	PH0         float64 `dataframe:"p_h0"`         // P(nu_B - nu_A <= Delta)
	PH1         float64 `dataframe:"p_h1"`         // P(nu_B - nu_A > Delta), not computed as 1 - PH0
	LogPH0      float64 `dataframe:"log_p_h0"`     // natural logarithm, finite where PH0 underflows
	LogPH1      float64 `dataframe:"log_p_h1"`     //
	BayesFactor float64 `dataframe:"bayes_factor"` // evidence for H1 over H0: posterior odds over prior odds
	Rope        float64 `dataframe:"rope"`         // half width r of the region of practical equivalence, 0 for none
	PRope       float64 `dataframe:"p_rope"`       // P(|nu_B - nu_A| <= Rope)
	Decision    string  `dataframe:"decision"`     // "accept H0" or "accept H1"
	Draws       int     `dataframe:"draws"`        // Monte-Carlo draws behind MCPH0, 0 for none
	MCPH0       float64 `dataframe:"mc_p_h0"`      // Monte-Carlo estimate of PH0
	MCSE        float64 `dataframe:"mc_se"`        // its standard error
}
