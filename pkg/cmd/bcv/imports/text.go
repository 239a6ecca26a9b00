package imports

import (
	"errors"
	"flag"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
)

func (f *importFlags) defineText(fs *flag.FlagSet) {
	f.defineFolds(fs)
	fs.Lookup("model").Usage = "`NAME=FILES` of a model: a folder, or a pattern with {replication} and {fold}, of its " +
		"folds; of one test set a file, or those of its runs by {run} in a pattern or by several --model NAME=FILE"
	fs.StringVar(&f.sentences, "sentences", "", "CSV `file` to write with the counts of each sentence")
	fs.StringVar(&f.losses, "losses", "", "CSV `file` to write with F1 of --task on each fold, for hold-outs, whose "+
		"counts bcv compare does not read")
	fs.StringVar(&f.task, "task", importer.All, "of --losses: a type of chunks, or all")
}

func defineConll(f *importFlags, fs *flag.FlagSet) {
	f.defineText(fs)
	fs.StringVar(&f.scheme, "scheme", "", "of the tags: iob1, iob2 (bio), ioe1, ioe2 (ioe), iobes (bioes), bmes, "+
		"bilou or bb2b3mes")
	fs.StringVar(&f.logs.Cluster, "cluster", "", "of one test set: `document`, the documents that lines -DOCSTART- or "+
		"ids # sent_id = DOCUMENT-NUMBER show are clusters")
	fs.StringVar(&f.semantics, "semantics", string(text.Strict), "which tags make a chunk: strict (seqeval's mode "+
		"strict) or conlleval")
}

func readConll(f *importFlags) (imported, error) {
	if err := f.named(); err != nil {
		return imported{}, err
	}
	if f.scheme == "" {
		return imported{}, errors.New("no scheme; name the scheme of the tags with --scheme, such as --scheme iob2")
	}
	scheme, err := text.ParseScheme(f.scheme)
	if err != nil {
		return imported{}, err
	}
	how, err := text.ParseSemantics(f.semantics)
	if err != nil {
		return imported{}, err
	}
	return f.counted(func(sentence func(importer.SentenceRow) error) ([]results.Results, error) {
		return importer.Conll{Scheme: scheme, Semantics: how, Models: f.models, Set: f.set, Sentence: sentence}.Read()
	})
}

func defineSegmentation(f *importFlags, fs *flag.FlagSet) {
	f.defineText(fs)
	fs.StringVar(&f.gold, "gold", "", "`files` of the gold text, given as the files of a model")
	fs.StringVar(&f.vocabulary, "vocabulary", "", "`files` of the segmented training text: words that are not in it "+
		"are counted as the task oov, the others as iv")
	fs.BoolVar(&f.others, "oov", false, "count oov and iv words; the training text is the gold text of the other "+
		"folds of the replication")
}

func readSegmentation(f *importFlags) (imported, error) {
	if err := f.named(); err != nil {
		return imported{}, err
	}
	switch {
	case f.gold == "":
		return imported{}, errors.New("no gold text; name its files with --gold, such as --gold " +
			"'gold/{replication}.{fold}.txt'")
	case f.vocabulary != "" && f.others:
		return imported{}, errors.New("--vocabulary and --oov; name the training text, or take it from the other folds")
	}
	return f.counted(func(sentence func(importer.SentenceRow) error) ([]results.Results, error) {
		return importer.Segmentation{Gold: f.gold, Models: f.models, Vocabulary: f.vocabulary, Others: f.others,
			Set: f.set, Sentence: sentence}.Read()
	})
}
