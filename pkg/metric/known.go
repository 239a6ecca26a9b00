package metric

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
)

// reading is the metric that a name stands for.
type reading struct {
	Metric        // without name
	of     string // its name in All, or else its short name here
}

// others are metrics besides those of All whose direction everybody agrees on. Each line has the short names of one,
// the first of which is its own: that of All for another name of a metric there.
var others = []struct {
	Metric
	names string
}{
	{Metric{HigherIsBetter: true, Max: 1, Percent: true}, `
		precision p prec ppv positivepredictivevalue
		recall r sens truepositiverate tpr
		f1 fmeasure fmeas
		specificity spec truenegativerate tnr
		npv negativepredictivevalue
		accuracy predictiveaccuracy genauigkeit exactitude exactitud
		dice dicecoefficient
		iou intersectionoverunion
		exactmatch em
		balanced_accuracy balancedacc
		accnorm
		hitrate hit hits
		passrate pass
		successrate
		winrate
		las
		uas
		vmeasure
		homogeneity
		completeness`},
	{area(""), `
		roc_auc areaunderroccurve aucroc roc
		average_precision avgprecision
		prauc auprc aucpr areaunderprc areaunderprecisionrecallcurve
		cindex concordanceindex
		map meanaverageprecision
		ndcg
		mrr meanreciprocalrank`},
	{correlation(""), `
		matthews_corrcoef matthewscorrelation matthewscorrelationcoefficient
		cohen_kappa kappastatistic cohenskappa
		quadraticweightedkappa weightedkappa qwk
		pearson pearsonr pearsoncorrelation correlationcoefficient
		spearman spearmanr spearmancorrelation
		kendall kendalltau
		ccc
		jindex
		adjustedrand`},
	{Metric{HigherIsBetter: true, Min: math.Inf(-1), Max: 1}, `
		r2 rsquared rsq
		explainedvariance
		d2absoluteerror
		d2pinball
		d2tweedie
		d2logloss
		d2brier`},
	{Metric{HigherIsBetter: true, Max: 100}, `
		percentcorrect pctcorrect`},
	{Metric{HigherIsBetter: true}, `
		score
		bleu
		rouge
		rouge1
		rouge2
		rougel
		rougelsum
		correct iscorrect wascorrect passed ispassed haspassed solved issolved resolved accepted succeeded success
		chrf
		meteor
		bertscore
		loglikelihood`},
	{Metric{Max: 1, Percent: true}, `
		error_rate classificationerror classerror classifce 01loss
		falsepositiverate fpr
		falsenegativerate fnr
		hammingloss`},
	{Metric{Max: 100}, `
		percentincorrect pctincorrect`},
	{rate, `
		wer worderrorrate
		cer charactererrorrate
		ter translationeditrate
		per phonemeerrorrate phoneerrorrate
		der diarizationerrorrate
		mer
		eer equalerrorrate`},
	{length, `
		log_loss multilogloss binarycrossentropy categoricalcrossentropy
		perplexity ppl
		wordperplexity
		byteperplexity
		mape meanabsolutepercentageerror
		smape symmetricmeanabsolutepercentageerror
		mase
		wape
		crps
		rmspe
		medae medianabsoluteerror
		msle meansquaredlogerror
		rmsle rootmeansquaredlogerror
		hingeloss
		huberloss
		errors
		negativelikelihoodratio`},
	{Metric{}, `
		loss
		incorrect isincorrect wrong iswrong failed hasfailed
		nll negloglikelihood negativeloglikelihood
		deviance`},
}

// Errors that are never below 0, and those of words or sounds over words or sounds, which may be put in.
var (
	length = Metric{Max: math.Inf(1)}
	rate   = Metric{Max: math.Inf(1), Percent: true}
)

// known are others by their short names.
var known = func() map[string]reading {
	out := map[string]reading{}
	for _, kind := range others {
		for line := range strings.Lines(kind.names) {
			var of reading
			for i, name := range strings.Fields(line) {
				if e := byName[short(name)]; i == 0 {
					if of = (reading{kind.Metric, name}); e != nil {
						of = reading{e.Metric, e.Name}
					}
				}
				out[short(name)] = of
			}
		}
	}
	return out
}()

// Words that leave the metric as it is, and those that leave its direction: what it was measured on, how it was
// averaged, and prefixes of mlr3 and Weka.
var (
	besides = set("test tst train training val valid validation eval evaluation dev holdout oof oob cv mean avg average " +
		"overall total percent pct metric metrics classif regr ir")
	averaging = set("macro micro weighted unweighted binary samples averaged")
)

// Words that may stand before error and loss, and before accuracy.
var (
	ofErrors = set("absolute squared root relative square log logarithmic median max maximum class classification " +
		"regression prediction generalization misclassification scaled normalized balanced l1 l2 hinge huber logistic " +
		"pinball quantile focal cross entropy softmax exponential triplet contrastive ranking margin poisson gamma tweedie " +
		"mse mae rmse bce nll ce ctc kl reconstruction surrogate empirical token word character phone sentence smooth")
	ofAccuracy = set("class classification prediction predictive token word sentence subset exact match per normalized")
	signed     = set("meanerror avgerror averageerror") // the bias
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// Named returns the metric that a column or row of this name holds, and whether the name says which values are better.
// These are one of All, by any name that Parse reads; another that everybody knows, such as wer; and what the name
// makes of these by words that change nothing ("test_f1_macro", "val/accuracy", "mean absolute error") or by neg_
// before a loss, which turns it round. A metric of another name is Directionless: one that may be turned round, such
// as accuracy_drop and 1-accuracy, and one of words that are not known.
func Named(name string) (m Metric, ok bool) {
	r, ok := read(name)
	m = r.Metric
	m.Name, m.Directionless = name, !ok
	return m, ok
}

// Told returns the metric that a column of this name holds where a user says whether more is better. It is an error
// if the name says otherwise, but of the name score, which may be of anything.
func Told(name string, higherIsBetter bool) (Metric, error) {
	m, known := Named(name)
	if known && m.HigherIsBetter != higherIsBetter {
		if Canonical(name) != "score" {
			better := "less"
			if m.HigherIsBetter {
				better = "more"
			}
			return m, fmt.Errorf("of %s %s is better", m.Label(), better)
		}
		m = Metric{Name: name}
	}
	m.HigherIsBetter, m.Directionless = higherIsBetter, false
	return m, nil
}

// Canonical returns the name in All of the metric that a column of this name holds, such as roc_auc for test_auc and
// log_loss for neg_log_loss; of one that is not there a name that others of its kind have, too.
func Canonical(name string) string {
	if r, ok := read(name); ok {
		return r.of
	}
	return name
}

func read(name string) (reading, bool) {
	if e, _, _, err := find(name); err == nil {
		return reading{e.Metric, e.Name}, true
	}
	return readWords(words(name))
}

// spelledOut writes signs of names as words do.
var spelledOut = strings.NewReplacer("@", " at ", "²", "2")

// words divides a name where words begin, and returns them in lower case: nil if it has other signs than letters,
// digits and what stands between words, or a minus before it.
func words(name string) []string {
	name = strings.TrimSpace(name)
	for _, unit := range []string{"(%)", "[%]", "%"} {
		name = strings.TrimSuffix(name, unit)
	}
	name = spelledOut.Replace(name)
	var out []string
	var last rune
	fresh := true
	runes := []rune(name)
	for i, c := range runes {
		switch {
		case strings.ContainsRune("_- /.:", c):
			if i == 0 {
				return nil
			}
			fresh = true
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			return nil
		default:
			hump := unicode.IsUpper(c) && (unicode.IsLower(last) ||
				unicode.IsUpper(last) && i+1 < len(runes) && unicode.IsLower(runes[i+1]))
			if fresh || hump {
				out = append(out, "")
			}
			out[len(out)-1] += string(unicode.ToLower(c))
			fresh = false
		}
		last = c
	}
	for i := 1; i < len(out); i++ {
		if out[i-1] == "top" && (out[i] == "k" || digits(out[i])) {
			out = slices.Replace(out, i-1, i+1, "top"+out[i])
		}
	}
	return out
}

// readWords returns the metric of the words of a name.
func readWords(ws []string) (r reading, ok bool) {
	if len(ws) == 0 {
		return r, false
	}
	key := strings.Join(ws, "")
	if e := byName[key]; e != nil {
		return reading{e.Metric, e.Name}, true
	}
	if r, ok = known[key]; ok || signed[key] {
		return r, ok
	}
	if rest := negated(ws); rest != nil {
		// The F1 of the negative class may be called so: of scores nothing is known.
		if r, ok = readWords(rest); !ok || r.HigherIsBetter {
			return reading{}, false
		}
		r.HigherIsBetter, r.Min, r.Max, r.Percent = true, 0-r.Max, 0-r.Min, false
		return r, true
	}
	n := len(ws)
	first, last := ws[0], ws[n-1]
	switch {
	case n == 1:
	case besides[first] || averaging[first]:
		r, ok = readWords(ws[1:])
		return r.averaged(first), ok
	case besides[last] || averaging[last]:
		r, ok = readWords(ws[:n-1])
		return r.averaged(last), ok
	case last == "score" || top(last):
		r, ok = readWords(ws[:n-1])
		return reading{r.Metric, key}, ok && r.HigherIsBetter
	case n > 2 && ws[n-2] == "at" && (digits(last) || last == "k"):
		r, ok = readWords(ws[:n-2])
		return reading{r.Metric, key}, ok && r.HigherIsBetter
	}
	return headed(ws)
}

// averaged returns a metric that is averaged as a word says.
func (r reading) averaged(word string) reading {
	if averaging[word] {
		r.of = word + r.of
	}
	return r
}

// negated returns the words behind a neg_; nil if there is none.
func negated(ws []string) []string {
	first := ws[0]
	if len(ws) > 1 && (first == "neg" || first == "negative" || first == "negated") {
		return ws[1:]
	}
	if bare, ok := strings.CutPrefix(first, "neg"); ok && bare != "" {
		rest := append([]string{bare}, ws[1:]...)
		if _, ok := readWords(rest); ok {
			return rest
		}
	}
	return nil
}

// headed returns the metric of a name that ends with its kind, such as absolute error, behind words that say which.
func headed(ws []string) (reading, bool) {
	n := len(ws)
	of, words, head := ofErrors, ws[:n-1], Metric{}
	switch last := ws[n-1]; {
	case last == "error" || last == "errors" || last == "deviance":
		head = length
	case last == "loss":
	case last == "rate" && n > 1 && ws[n-2] == "error":
		head, words = rate, ws[:n-2]
	case last == "accuracy" || last == "acc":
		head, of = share(""), ofAccuracy
	default:
		return reading{}, false
	}
	other := func(w string) bool { return !of[w] && !besides[w] && !averaging[w] && !top(w) }
	return reading{head, strings.Join(ws, "")}, !slices.ContainsFunc(words, other)
}

func digits(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// top reports whether a word is one like top5.
func top(word string) bool {
	of, ok := strings.CutPrefix(word, "top")
	return ok && (of == "k" || digits(of))
}

// Direction says which values are better: "higher", "lower" or, where this is not known, "".
func (m Metric) Direction() string {
	switch {
	case m.Directionless:
		return ""
	case m.HigherIsBetter:
		return "higher"
	}
	return "lower"
}

// Upward reports whether a larger value speaks for a model: for the better one or, where no direction is known, for
// the higher one.
func (m Metric) Upward() bool { return m.HigherIsBetter || m.Directionless }

// Ask asks for the direction of a metric that has none.
func (m Metric) Ask() error {
	m.Log = false
	return fmt.Errorf("is more of %s better, or less? Name it as a score or as a loss (setting `score` %[2]s or `loss` "+
		"%[2]s)", m.Label(), m.Name)
}

// bounded reports whether a metric has a range.
func (m Metric) bounded() bool { return m.Min != m.Max }

// slack is by how much values are beyond the range that rounding has put there.
const slack = 1e-9

// Fit returns m as it fits values, each with the name of its model; NaN stands for none. A share that all models have
// in percent gets the range from 0 to 100. It is an error if a value is out of the range of the metric, and if some
// are shares and others percent: another metric may be meant, and another direction.
func (m Metric) Fit(values iter.Seq2[string, float64]) (Metric, error) {
	if !m.bounded() {
		return m, nil
	}
	type value struct {
		model string
		v     float64
	}
	var out, in *value // the first value out of range, and the first one above 0 in it
	largest, label := math.Inf(-1), m.Label()
	ranges := map[string][2]float64{} // of the values of each model
	for model, v := range values {
		switch {
		case math.IsNaN(v):
			continue
		case v < m.Min-slack || v > m.Max+slack:
			if neither := v < 0 || v > 100; out == nil || neither && out.v >= 0 && out.v <= 100 {
				out = &value{model, v}
			}
		case v > slack && in == nil:
			in = &value{model, v}
		}
		largest = max(largest, v)
		if m.Percent && math.IsInf(m.Max, 1) {
			r, ok := ranges[model]
			if !ok {
				r = [2]float64{v, v}
			}
			ranges[model] = [2]float64{min(r[0], v), max(r[1], v)}
		}
	}
	if m.Percent && math.IsInf(m.Max, 1) && largest > 1 {
		m.Percent = false
		small, large := "", ""
		for model, r := range ranges {
			if r[0] >= 0 && r[1] <= 1 && r[1] > 0 {
				small = model
			} else if r[0] > 2 {
				large = model
			}
		}
		if small != "" && large != "" {
			return m, fmt.Errorf("%s of %q is at most 1, and of %q above 2: is one in percent? Write all alike", label, small,
				large)
		}
	}
	if out == nil {
		return m, nil
	}
	const remedy = "give a column of other numbers another name"
	switch {
	case m.Min == 0 && math.IsInf(m.Max, 1):
		return m, fmt.Errorf("%s of %q is %v, but it is never below 0; call its negative neg_%s, or %s", label, out.model,
			out.v, m.Name, remedy)
	case math.IsInf(m.Min, -1):
		return m, fmt.Errorf("%s of %q is %v, but it is never above %v; %s", label, out.model, out.v, m.Max, remedy)
	case m.Min != 0 || m.Max != 1 || out.v < 0 || largest > 100 || m.HigherIsBetter && !m.Percent && largest < 10:
		return m, fmt.Errorf("%s of %q is %v, but it lies between %v and %v; %s", label, out.model, out.v, m.Min, m.Max,
			remedy)
	case in != nil:
		return m, fmt.Errorf("%s of %q is %v, and of %q %v: one is a share from 0 to 1, the other in percent; write all "+
			"alike", label, in.model, in.v, out.model, out.v)
	}
	m.Max, m.Percent = 100, false
	return m, nil
}

// Cut cuts an interval at the ends of the range of the metric.
func (m Metric) Cut(low, high float64) (float64, float64) {
	if m.Max > m.Min {
		return max(low, m.Min), min(high, m.Max)
	}
	return low, high
}

// CutDifference cuts an interval of a difference at the largest difference of two values in the range of the metric.
// An end that is infinite, as of a one-sided interval, stays.
func (m Metric) CutDifference(low, high float64) (float64, float64) {
	if most := m.Max - m.Min; most > 0 {
		if !math.IsInf(low, -1) {
			low = max(low, -most)
		}
		if !math.IsInf(high, 1) {
			high = min(high, most)
		}
	}
	return low, high
}
