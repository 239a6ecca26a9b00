package display

import (
	"errors"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Figure shows f below the running cell, in its natural size, with f.Alt as the
// text, in lines of at most 100 columns, for readers who see no images. Outside a
// notebook it only checks that f can be drawn. It panics if f cannot be drawn or the
// notebook does not take it.
func Figure(f *figure.Figure) { Check(showFigure(f)) }

func showFigure(f *figure.Figure) error {
	if f == nil {
		return errors.New("display: no figure; was the error of the function that makes it checked?")
	}
	png, err := figure.PNG(f, f.Width, f.Height)
	if err != nil || !gonbui.IsNotebook {
		return err
	}
	return send(&protocol.DisplayData{
		Data: map[protocol.MIMEType]any{
			protocol.MIMEImagePNG:  png,
			protocol.MIMETextPlain: wrapText(f.Alt, maxWidth),
		},
		Metadata: map[string]any{
			string(protocol.MIMEImagePNG): map[string]any{"width": f.Width, "height": f.Height},
		},
	})
}
