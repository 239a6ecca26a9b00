// Package text holds bcv text, which compares two tag schemes on a corpus.
package text

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn/crf"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
	"github.com/block-regularized/bcv/pkg/text/corpus"
	"github.com/block-regularized/bcv/pkg/text/tagging"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// textFlags are the flags of bcv text.
type textFlags struct {
	corpora                               []string
	format, scheme, fields, types         string
	tag                                   int
	schemes, semantics, templates, metric string
	cost                                  float64
	cutoff, m, workers                    int
	seed                                  uint64
	regularize, boundaries                bool
	counts, oov                           string
}

func (f *textFlags) define(fs *flag.FlagSet) {
	fs.Func("corpus", "`file` of tagged or segmented sentences; once for each, they are joined", func(s string) error {
		f.corpora = append(f.corpora, s)
		return nil
	})
	fs.StringVar(&f.format, "format", "", "columns (one token per line, its tag among the columns), conllu (words of "+
		"CoNLL-U, to be found in the characters) or words (one sentence per line, blanks between words); default: "+
		"conllu for *.conllu, else columns")
	fs.StringVar(&f.scheme, "scheme", "iob2", "scheme of the tags in the file: iob1, iob2, ioe1, ioe2, iobes, bmes, bilou")
	fs.IntVar(&f.tag, "tag", 0, "`column` of the tag, from 1 (default: the last)")
	fs.StringVar(&f.fields, "fields", "", "`columns` that the taggers see, from 1, separated by commas (default: all "+
		"but the tag)")
	fs.StringVar(&f.types, "types", "", "`types` of chunks to keep, separated by commas (default: all)")
	fs.BoolVar(&f.boundaries, "boundaries", false, "forget the types of chunks: only where they are is to be found")
	fs.StringVar(&f.schemes, "schemes", "", "the two `schemes` to compare, separated by a comma (default: iob2,iobes "+
		"for chunks with types and bmes,bb2b3mes for words)")
	fs.StringVar(&f.semantics, "semantics", "conlleval", "how predicted tags make chunks: conlleval, or strict as seqeval")
	fs.StringVar(&f.templates, "templates", "", "`file` of templates of CRF++ (default: unigrams, bigrams and trigrams "+
		"of each field within two tokens)")
	fs.Float64Var(&f.cost, "cost", 1, "weight of the likelihood against the L2 penalty, -c of CRF++")
	fs.IntVar(&f.cutoff, "cutoff", 1, "least number of occurrences of an attribute, -f of CRF++")
	fs.IntVar(&f.m, "m", cv.DefaultM, "replications of the m x 2 BCV of the sentences")
	fs.Uint64Var(&f.seed, "seed", 1, "seed of the partition set")
	fs.BoolVar(&f.regularize, "regularize", false, "keep the lengths of sentences and the types of chunks alike in "+
		"all halves")
	fs.StringVar(&f.metric, "metric", "", "metrics, separated by commas: "+command.MetricNames+" (default: all)")
	fs.StringVar(&f.counts, "counts", "", "CSV `file` to write: gold, predicted and correct chunks of each fold, for "+
		"bcv bayes and bcv compare")
	fs.StringVar(&f.oov, "oov", "", "CSV `file` to write: recall of words that are not in the training sentences")
	fs.IntVar(&f.workers, "workers", 0, "fits at a time (default: one per processor)")
}

// runText compares two tag schemes on a corpus, from the text to the verdict.
func runText(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f textFlags
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if len(f.corpora) == 0 {
		return command.Usagef("no corpus; name one with --corpus FILE")
	}
	if command.Given(fs, "tag") && f.tag < 1 {
		return command.Usagef("--tag %d; columns count from 1", f.tag)
	}
	var out atomicfile.Batch
	defer out.Discard()
	if err := f.open(&out); err != nil {
		return err
	}
	plan, metrics, err := f.plan()
	if err != nil {
		return command.Usage(err)
	}
	fmt.Fprintln(env.Text(), describe(plan.Corpus))
	plan.Progress = progress.New(env.Stderr, "text")
	r, err := tagging.Run(ctx, plan)
	if err != nil {
		return err
	}
	return f.write(env, &out, r, metrics)
}

func (f *textFlags) open(out *atomicfile.Batch) error {
	for k, path := range f.corpora {
		if slices.ContainsFunc(f.corpora[:k], func(other string) bool { return table.SameFile(other, path) }) {
			return command.Usagef("--corpus %s is given twice; the same sentences would train and validate", path)
		}
		out.Reads("--corpus", path)
	}
	out.Reads("--templates", f.templates)
	if err := out.Create("--counts", f.counts); err != nil {
		return err
	}
	return out.Create("--oov", f.oov)
}

// plan reads the corpus and makes models and partition set.
func (f *textFlags) plan() (tagging.Plan, []posterior.Metric, error) {
	p := tagging.Plan{CRF: crf.Settings{C: f.cost, Cutoff: f.cutoff}, Workers: f.workers}
	var metrics []posterior.Metric
	var err error
	if f.metric != "" {
		if metrics, err = posterior.ParseMetrics(f.metric); err != nil {
			return p, nil, fmt.Errorf("--metric: %w", err)
		}
	}
	if p.Semantics, err = text.ParseSemantics(f.semantics); err != nil {
		return p, nil, fmt.Errorf("--semantics: %w", err)
	}
	if !(f.cost > 0) || f.cutoff < 1 {
		return p, nil, fmt.Errorf("--cost %v --cutoff %d; give a positive cost and a cutoff from 1", f.cost, f.cutoff)
	}
	if p.Corpus, err = f.read(); err != nil {
		return p, nil, err
	}
	if p.Corpus.Len() < 4 {
		return p, nil, fmt.Errorf("%d sentences; two-fold CV needs at least 4", p.Corpus.Len())
	}
	if p.Models, err = f.models(p.Corpus); err != nil {
		return p, nil, err
	}
	opt := cv.Options{M: f.m, Seed: f.seed}
	if f.m < 1 {
		return p, nil, fmt.Errorf("--m %d; use at least 1", f.m)
	}
	if f.regularize {
		lengths, err := p.Corpus.Lengths()
		if err != nil {
			return p, nil, err
		}
		opt.Conditions = []cv.Condition{p.Corpus.ChunkTypes(), lengths}
	}
	p.Set, err = cv.New(cv.BCV, p.Corpus.Len(), opt)
	return p, metrics, err
}

// read reads and joins the corpora.
func (f *textFlags) read() (*corpus.Corpus, error) {
	all := &corpus.Corpus{}
	for _, path := range f.corpora {
		c, err := f.readOne(path)
		if err != nil {
			return nil, err
		}
		if err := all.Append(c); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if f.types != "" {
		types, err := inputs.Columns("--types", f.types)
		if err != nil {
			return nil, err
		}
		if all, err = all.Only(types...); err != nil {
			return nil, err
		}
	}
	if f.boundaries {
		all = all.Boundaries()
	}
	return all, nil
}

func (f *textFlags) readOne(path string) (*corpus.Corpus, error) {
	format := f.format
	if format == "" {
		format = "columns"
		if filepath.Ext(strings.TrimSuffix(path, ".gz")) == ".conllu" {
			format = "conllu"
		}
	}
	switch format {
	case "conllu":
		return corpus.ReadCoNLLU(path)
	case "words":
		return corpus.ReadWords(path)
	case "columns":
	default:
		return nil, fmt.Errorf("--format %q; use columns, conllu or words", f.format)
	}
	scheme, err := text.ParseScheme(f.scheme)
	if err != nil {
		return nil, fmt.Errorf("--scheme: %w", err)
	}
	o := corpus.Columns{Scheme: scheme, Tag: f.tag}
	if f.fields != "" {
		names, err := inputs.Columns("--fields", f.fields)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			column, err := strconv.Atoi(name)
			if err != nil {
				return nil, fmt.Errorf("--fields: %q is not the number of a column", name)
			}
			o.Fields = append(o.Fields, column)
		}
	}
	return o.Read(path)
}

// models returns one model per scheme.
func (f *textFlags) models(c *corpus.Corpus) ([]tagging.Model, error) {
	names := f.schemes
	if names == "" {
		names = "iob2,iobes"
		if _, untyped := c.Types()[""]; untyped {
			names = "bmes,bb2b3mes"
		}
	}
	list, err := inputs.Columns("--schemes", names)
	if err != nil {
		return nil, err
	}
	if len(list) != 2 {
		return nil, fmt.Errorf("--schemes %s: %d schemes; give two, the first is A", names, len(list))
	}
	var templates *crf.Templates
	if f.templates != "" {
		source, err := table.ReadText(f.templates, "text", command.MaxConfig)
		if err != nil {
			return nil, fmt.Errorf("--templates: %w", err)
		}
		if templates, err = crf.ParseTemplates(string(source)); err != nil {
			return nil, fmt.Errorf("--templates %s: %w", f.templates, err)
		}
		if have, need := c.Fields(), templates.Columns(); need > have {
			return nil, fmt.Errorf("--templates %s: column %d is used, and tokens have %d fields, columns 0 to %d",
				f.templates, need-1, have, have-1)
		}
	}
	var out []tagging.Model
	for _, name := range list {
		scheme, err := text.ParseScheme(name)
		if err != nil {
			return nil, fmt.Errorf("--schemes: %w", err)
		}
		out = append(out, tagging.Model{Scheme: scheme, Templates: templates})
	}
	if out[0].Scheme == out[1].Scheme {
		return nil, fmt.Errorf("--schemes %s: both are %s; give two", names, out[0].Scheme)
	}
	return out, nil
}

// describe says what a corpus holds.
func describe(c *corpus.Corpus) string {
	types := c.Types()
	var kinds []string
	for _, name := range slices.Sorted(maps.Keys(types)) {
		kinds = append(kinds, fmt.Sprintf("%d %s", types[name], cmp.Or(name, "words")))
	}
	if len(kinds) > 12 {
		kinds = append(kinds[:12], fmt.Sprintf("and %d types more", len(types)-12))
	}
	return fmt.Sprintf("%d sentences, %d tokens of %d fields; %s",
		c.Len(), c.Size(), c.Fields(), strings.Join(kinds, ", "))
}

// describeOOV says how many words that are not in the training sentences were found.
func describeOOV(r *tagging.Result) string {
	unknown, found := map[string]int{}, map[string]int{}
	for _, row := range r.OOV() {
		unknown[row.Model] += row.Unknown
		found[row.Model] += row.Found
	}
	var out []string
	for _, m := range r.Models {
		out = append(out, fmt.Sprintf("%s finds %d of %d", m, found[m], unknown[m]))
	}
	return "words out of the vocabulary of the training sentences, over all folds: " + strings.Join(out, ", ")
}

// write writes the tables and prints the report.
func (f *textFlags) write(env *command.Environment, out *atomicfile.Batch, r *tagging.Result,
	metrics []posterior.Metric) error {
	counts := r.Counts()
	write := func(w io.Writer) error { return results.Write(w, results.Chunks, counts...) }
	if err := out.Write(f.counts, write); err != nil {
		return err
	}
	if f.oov != "" {
		if counts[0].Key.Task != tagging.AllWords {
			return command.Usagef("--oov is about the words of segmented text, and these chunks have types")
		}
		if err := out.Write(f.oov, func(w io.Writer) error { return table.Write(w, r.OOV()) }); err != nil {
			return err
		}
	}
	if err := out.Commit(); err != nil {
		return err
	}
	w := env.Text()
	if counts[0].Key.Task == tagging.AllWords {
		fmt.Fprintln(w, describeOOV(r))
	}
	var names []string
	for _, m := range metrics {
		names = append(names, m.String())
	}
	for _, method := range []string{"posterior", ""} { // about the fitted models, and about the algorithms
		opt := compare.Options{Metrics: names, Methods: []string{method}, Target: verdict.FittedModels}
		r, err := compare.Run(counts, opt)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s\n", r.Text())
		if method == "" {
			for _, note := range r.Notes {
				env.Note("text", note)
			}
			continue
		}
		for _, m := range r.Models {
			fmt.Fprintln(w, m)
		}
	}
	return nil
}

// Command is bcv text.
var Command = command.Command{
	Name:    "text",
	Summary: "compare two tag schemes on a corpus by conditional random fields, from sentences to the verdict",
	Run:     runText,
	Manual: command.Manual{
		Usage: []string{"bcv text --corpus FILE [--schemes A,B] [flags]"},
		Groups: []command.FlagGroup{{"Corpus", "corpus format scheme tag fields types boundaries"},
			{"Taggers", "schemes templates cost cutoff workers"},
			{"Partition set", "m regularize seed"}, {"Comparison", "metric semantics"}, {"Output", "counts oov"}},
		Examples: []string{
			`bcv text --corpus data/samples/tagged/crf/1.1.txt --tag 2 --fields 1 --m 2 --metric F1`,
			`bcv text --corpus data/samples/tagged/crf/1.1.txt --tag 2 --fields 1 --types PER` +
				` --schemes iob1,bilou --m 2 --counts counts.csv`,
		},
	},
}
