package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/compare"
)

// procedure is the part of the page about one procedure of a best verdict.
type procedure struct {
	name  string
	lines []string // why it was chosen, its known error, its assumptions
}

// procedures are the procedures of the best verdicts, once for each known error.
func (r Report) procedures() []procedure {
	var out []procedure
	seen := map[string]bool{}
	for _, v := range r.Result.Best() {
		known := v.AboutError()
		if seen[known] {
			continue
		}
		seen[known] = true
		p := procedure{name: v.Method}
		if v.Why != "" {
			p.lines = append(p.lines, fmt.Sprintf("Why %s: %s.", v.Method, v.Why))
		} else {
			p.lines = append(p.lines, fmt.Sprintf("Why %s: it was requested.", v.Method))
		}
		p.lines = append(p.lines, "Known error: "+known+".", "Assumptions: "+strings.TrimSuffix(v.Assumptions, ".")+".")
		out = append(out, p)
	}
	return out
}

// works are the sources of procedures, by the names that tests give them.
var works = []struct{ key, text string }{
	{"Wang and Li 2019", "R. Wang and J. Li. Bayes test of precision, recall, and F1 measure for comparison of two " +
		"natural language processing models. ACL 2019."},
	{"Wang 2019 thesis", "R. Wang. Research on block-regularized cross-validation methods for comparing " +
		"supervised algorithms (in Chinese). Doctoral thesis, Shanxi University, 2019."},
	{"Yang et al.", "J. Yang, R. Wang, Y. Song and J. Li. Block-regularized 5 x 2 cross-validated McNemar's test " +
		"for comparing two classification algorithms."},
	{"Corani and Benavoli 2015", "G. Corani and A. Benavoli. A Bayesian approach for comparing cross-validated " +
		"algorithms on multiple data sets. Machine Learning 100, 285-304, 2015."},
	{"Corani et al. 2017", "G. Corani, A. Benavoli, J. Demšar, F. Mangili and M. Zaffalon. Statistical comparison " +
		"of classifiers through Bayesian hierarchical modelling. Machine Learning 106, 1817-1837, 2017."},
	{"Demšar 2006", "J. Demšar. Statistical comparisons of classifiers over multiple data sets. Journal of Machine " +
		"Learning Research 7, 1-30, 2006."},
	{"Nadeau and Bengio 2003", "C. Nadeau and Y. Bengio. Inference for the generalization error. Machine Learning " +
		"52, 239-281, 2003."},
	{"Bouckaert and Frank 2004", "R. R. Bouckaert and E. Frank. Evaluating the replicability of significance tests " +
		"for comparing learning algorithms. PAKDD 2004."},
	{"Dietterich 1998", "T. G. Dietterich. Approximate statistical tests for comparing supervised classification " +
		"learning algorithms. Neural Computation 10, 1895-1923, 1998."},
	{"Alpaydin 1999", "E. Alpaydin. Combined 5 x 2 cv F test for comparing supervised classification learning " +
		"algorithms. Neural Computation 11, 1885-1892, 1999."},
	{"Fagerland et al. 2013", "M. W. Fagerland, S. Lydersen and P. Laake. The McNemar test for binary matched-pairs " +
		"data: mid-p and asymptotic are better than exact conditional. BMC Medical Research Methodology 13, 91, 2013."},
	{"Bell and McCaffrey 2002", "R. M. Bell and D. F. McCaffrey. Bias reduction in standard errors for linear " +
		"regression with multi-stage samples. Survey Methodology 28, 169-181, 2002."},
	{"Cochran 1977", "W. G. Cochran. Sampling Techniques, third edition. Wiley, 1977, section 5.4."},
	{"Cochran 1964", "W. G. Cochran. Approximate significance levels of the Behrens-Fisher test. Biometrics 20, " +
		"191-195, 1964."},
	{"DeLong et al. 1988", "E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson. Comparing the areas under two or more " +
		"correlated receiver operating characteristic curves: a nonparametric approach. Biometrics 44, 837-845, 1988."},
	{"Obuchowski 1997", "N. A. Obuchowski. Nonparametric analysis of clustered ROC curve data. Biometrics 53, 567-578, " +
		"1997."},
	{"Jennison and Turnbull 2000", "C. Jennison and B. W. Turnbull. Group Sequential Methods with Applications to " +
		"Clinical Trials. Chapman and Hall/CRC, 2000."},
	{"Holm 1979", "S. Holm. A simple sequentially rejective multiple test procedure. Scandinavian Journal of " +
		"Statistics 6, 65-70, 1979."},
}

// sources lists the works behind the procedures of a report.
func (r Report) sources() []string {
	var out []string
	add := func(source string) { // a work, or a text that begins with its key
		text := source + "."
		for _, w := range works {
			if strings.HasPrefix(source, w.key) {
				text = w.text
			}
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	for _, v := range r.Result.Best() {
		if of, ok := compare.ProcedureOf(v.Method); ok && of.Source != "" {
			add(of.Source)
		}
		if v.Adjustment == "Holm" {
			add("Holm 1979")
		}
	}
	return out
}
