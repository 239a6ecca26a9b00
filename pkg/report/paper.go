package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/compare"
)

// software is how the program is cited.
const software = "bcv: block-regularized cross-validation. https://github.com/block-regularized/bcv"

// paragraphs are the paragraphs of a paper on methods and results, in the past tense: what was compared, how it was
// decided and what came out, each procedure and each scope once.
func (r Report) paragraphs() (methods, found string) {
	var how, outcomes, scopes []string
	for _, v := range r.Result.Best() {
		source := ""
		if of, ok := compare.ProcedureOf(v.Method); ok {
			source = of.Source
		}
		how, outcomes = table.AppendNew(how, v.Procedure(source)), append(outcomes, v.Past())
		scopes = table.AppendNew(scopes, strings.Replace(v.Scope(), "About ", "This is about ", 1))
	}
	methods = r.Result.Compared() + " " + strings.Join(how, " ") + " All computations were made with bcv."
	return methods, strings.Join(append(outcomes, scopes...), " ")
}

// MethodsText writes two paragraphs for a paper, on methods and on results, and what they cite.
func (r Report) MethodsText(w io.Writer) error {
	out := bufio.NewWriter(w)
	methods, found := r.paragraphs()
	fmt.Fprintf(out, "Methods\n\n%s\n\nResults\n\n%s\n\nReferences\n\n%s\n", plain(methods), plain(found), software)
	for _, w := range r.works() {
		fmt.Fprintln(out, plain(w.text()))
	}
	return out.Flush()
}

// BibTeX writes the entries of what a report cites, the software first.
func (r Report) BibTeX(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "@misc{bcv,\n  title = {{bcv: block-regularized cross-validation}},\n"+
		"  howpublished = {\\url{https://github.com/block-regularized/bcv}}\n}\n")
	for _, w := range r.works() {
		fmt.Fprintf(out, "\n%s", w.bibTeX())
	}
	return out.Flush()
}
