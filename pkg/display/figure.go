package display

import (
	"bytes"
	"errors"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// Figure shows f below the running cell at its natural size, with f.Alt as the text, in lines of
// at most 100 columns, for readers who see no images. Outside a notebook it only checks that f
// can be drawn. The arguments are the results of a function that makes a figure:
//
//	display.Figure(figure.Comparison(v))
//
// Figure ends the program as Check does if err is not nil, if f cannot be drawn, or if the
// notebook does not accept it.
func Figure(f *figure.Figure, err error) {
	Check(err)
	Check(showFigure(f))
}

func showFigure(f *figure.Figure) error {
	if f == nil {
		return errors.New("display: no figure; was the error of the function that makes it checked?")
	}
	var png bytes.Buffer
	if err := figure.Write(&png, f, "figure.png"); err != nil || !gonbui.IsNotebook {
		return err
	}
	return send(&protocol.DisplayData{
		Data: map[protocol.MIMEType]any{
			protocol.MIMEImagePNG:  png.Bytes(),
			protocol.MIMETextPlain: wrapText(f.Alt, maxWidth),
		},
		Metadata: map[string]any{
			string(protocol.MIMEImagePNG): map[string]any{"width": f.Width, "height": f.Height},
		},
	})
}
