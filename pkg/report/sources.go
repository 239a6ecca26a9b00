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
		p.lines = append(p.lines, "False alarms: "+known+".", "Assumptions: "+strings.TrimSuffix(v.Assumptions, ".")+".")
		out = append(out, p)
	}
	return out
}

// work is a source of procedures.
type work struct {
	key     string // as tests name it
	authors string // "A. Author, B. Author and C. Author"
	title   string
	kind    string // of the entry in BibTeX: article, inproceedings, book, phdthesis, misc
	in      string // journal, proceedings, publisher or school
	volume  string
	pages   string
	year    string
	note    string // behind the title, or behind the year of a book
}

// works are the sources of procedures, by the names that tests give them.
var works = []work{
	{"Wang and Li 2019", "R. Wang and J. Li", "Bayes test of precision, recall, and F1 measure for comparison of two " +
		"natural language processing models", "inproceedings", "ACL", "", "4135-4145", "2019", ""},
	{"Wang 2019", "R. Wang", "Research on block-regularized cross-validation methods for comparing supervised algorithms",
		"phdthesis", "Shanxi University", "", "", "2019", "in Chinese"},
	{"Yang et al.", "J. Yang, R. Wang, Y. Song and J. Li", "Block-regularized 5 x 2 cross-validated McNemar's test for " +
		"comparing two classification algorithms", "misc", "arXiv:2304.03990", "", "", "2023", ""},
	{"Corani and Benavoli 2015", "G. Corani and A. Benavoli", "A Bayesian approach for comparing cross-validated " +
		"algorithms on multiple data sets", "article", "Machine Learning", "100", "285-304", "2015", ""},
	{"Corani et al. 2017", "G. Corani, A. Benavoli, J. Demšar, F. Mangili and M. Zaffalon", "Statistical comparison of " +
		"classifiers through Bayesian hierarchical modelling", "article", "Machine Learning", "106", "1817-1837", "2017", ""},
	{"Demšar 2006", "J. Demšar", "Statistical comparisons of classifiers over multiple data sets", "article",
		"Journal of Machine Learning Research", "7", "1-30", "2006", ""},
	{"Nadeau and Bengio 2003", "C. Nadeau and Y. Bengio", "Inference for the generalization error", "article",
		"Machine Learning", "52", "239-281", "2003", ""},
	{"Bouckaert and Frank 2004", "R. R. Bouckaert and E. Frank", "Evaluating the replicability of significance tests for " +
		"comparing learning algorithms", "inproceedings", "PAKDD", "", "", "2004", ""},
	{"Dietterich 1998", "T. G. Dietterich", "Approximate statistical tests for comparing supervised classification learning " +
		"algorithms", "article", "Neural Computation", "10", "1895-1923", "1998", ""},
	{"Alpaydin 1999", "E. Alpaydin", "Combined 5 x 2 cv F test for comparing supervised classification learning algorithms",
		"article", "Neural Computation", "11", "1885-1892", "1999", ""},
	{"Fagerland et al. 2013", "M. W. Fagerland, S. Lydersen and P. Laake", "The McNemar test for binary matched-pairs data: " +
		"mid-p and asymptotic are better than exact conditional", "article", "BMC Medical Research Methodology", "13", "91",
		"2013", ""},
	{"Tango 1998", "T. Tango", "Equivalence test and confidence interval for the difference in proportions for the " +
		"paired-sample design", "article", "Statistics in Medicine", "17", "891-908", "1998", ""},
	{"Bell and McCaffrey 2002", "R. M. Bell and D. F. McCaffrey", "Bias reduction in standard errors for linear regression " +
		"with multi-stage samples", "article", "Survey Methodology", "28", "169-181", "2002", ""},
	{"Cochran 1977", "W. G. Cochran", "Sampling Techniques, third edition", "book", "Wiley", "", "", "1977", "section 5.4"},
	{"Cochran 1964", "W. G. Cochran", "Approximate significance levels of the Behrens-Fisher test", "article", "Biometrics",
		"20", "191-195", "1964", ""},
	{"DeLong et al. 1988", "E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson", "Comparing the areas under two or more " +
		"correlated receiver operating characteristic curves: a nonparametric approach", "article", "Biometrics", "44",
		"837-845", "1988", ""},
	{"Obuchowski 1997", "N. A. Obuchowski", "Nonparametric analysis of clustered ROC curve data", "article", "Biometrics",
		"53", "567-578", "1997", ""},
	{"Jennison and Turnbull 2000", "C. Jennison and B. W. Turnbull", "Group Sequential Methods with Applications to Clinical " +
		"Trials", "book", "Chapman and Hall/CRC", "", "", "2000", ""},
	{"Angelopoulos et al. 2023", "A. N. Angelopoulos, J. C. Duchi and T. Zrnic", "PPI++: efficient prediction-powered " +
		"inference", "misc", "arXiv:2311.01453", "", "", "2023", ""},
	{"Welch 1947", "B. L. Welch", "The generalization of Student's problem when several different population variances are " +
		"involved", "article", "Biometrika", "34", "28-35", "1947", ""},
	{"Conover 1999", "W. J. Conover", "Practical Nonparametric Statistics, third edition", "book", "Wiley", "", "", "1999",
		"section 3.2"},
	{"Woodruff 1952", "R. S. Woodruff", "Confidence intervals for medians and other position measures", "article",
		"Journal of the American Statistical Association", "47", "635-646", "1952", ""},
	{"Holm 1979", "S. Holm", "A simple sequentially rejective multiple test procedure", "article", "Scandinavian Journal of " +
		"Statistics", "6", "65-70", "1979", ""},
	{"Schuirmann 1987", "D. J. Schuirmann", "A comparison of the two one-sided tests procedure and the power approach for " +
		"assessing the equivalence of average bioavailability", "article", "Journal of Pharmacokinetics and Biopharmaceutics",
		"15", "657-680", "1987", ""},
}

// text is the work as a list of references has it.
func (w work) text() string {
	if w.title == "" {
		return w.key + "."
	}
	text := w.authors + ". " + w.title
	switch w.kind {
	case "article":
		return fmt.Sprintf("%s. %s %s, %s, %s.", text, w.in, w.volume, w.pages, w.year)
	case "book":
		return strings.TrimSuffix(fmt.Sprintf("%s. %s, %s, %s", text, w.in, w.year, w.note), ", ") + "."
	case "phdthesis":
		return fmt.Sprintf("%s (%s). Doctoral thesis, %s, %s.", text, w.note, w.in, w.year)
	case "inproceedings", "misc":
		return fmt.Sprintf("%s. %s, %s.", text, w.in, w.year)
	}
	return text + "."
}

// bibTeX is the work as an entry of BibTeX; empty for a source that is a text alone.
func (w work) bibTeX() string {
	if w.title == "" {
		return fmt.Sprintf("%% %s\n", w.key)
	}
	family := strings.Fields(strings.NewReplacer("š", "s", ",", "").Replace(w.key))[0]
	place := map[string]string{"article": "journal", "misc": "howpublished", "inproceedings": "booktitle", "book": "publisher",
		"phdthesis": "school"}
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s%s", w.kind, strings.ToLower(family), w.year)
	for _, f := range [][2]string{{"author", strings.ReplaceAll(w.authors, ", ", " and ")}, {"title", "{" + w.title + "}"},
		{place[w.kind], w.in}, {"volume", w.volume}, {"pages", strings.ReplaceAll(w.pages, "-", "--")}, {"year", w.year},
		{"note", w.note}} {
		if f[0] != "" && f[1] != "" {
			fmt.Fprintf(&b, ",\n  %s = {%s}", f[0], f[1])
		}
	}
	b.WriteString("\n}\n")
	return b.String()
}

// works lists the works behind the procedures of a report.
func (r Report) works() (out []work) {
	add := func(source string) { // a work, or a text that begins with its key
		of := work{key: source}
		for _, w := range works {
			if strings.HasPrefix(source, w.key) {
				of = w
				break
			}
		}
		if !slices.Contains(out, of) {
			out = append(out, of)
		}
	}
	for _, v := range r.Result.Best() {
		if of, ok := compare.ProcedureOf(v.Method); ok && of.Source != "" {
			for source := range strings.SplitSeq(of.Source, "; of clusters ") {
				add(source)
			}
		}
		if v.Adjustment == "Holm" {
			add("Holm 1979")
		}
		if v.Margin > 0 {
			add("Schuirmann 1987")
		}
	}
	return out
}
