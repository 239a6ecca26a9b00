package display

import (
	"encoding/gob"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"
)

// syncTimeout is how long a cell waits for the notebook to take an output.
const syncTimeout = 30 * time.Second

// registerOnce lets gob carry the size of images: without it the figure would
// be lost and the pipe to the notebook closed.
var registerOnce = sync.OnceFunc(func() { gob.Register(map[string]any{}) })

// send gives d to the notebook and waits until it has arrived: a program that
// ends earlier can lose its last output, and what it prints next could overtake.
func send(d *protocol.DisplayData) error {
	registerOnce()
	gonbui.SendData(d)
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("display: the notebook did not take the output: %w", err)
	}
	done := make(chan struct{})
	go func() {
		gonbui.Sync()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(syncTimeout):
		return errors.New("display: the notebook does not answer; restart its kernel")
	}
	if err := gonbui.Error(); err != nil {
		return fmt.Errorf("display: the notebook did not take the output: %w", err)
	}
	return nil
}

// sendText gives the notebook HTML and its text twin; with an id, a later call
// with the same id replaces them.
func sendText(id, html, text string) error {
	return send(&protocol.DisplayData{
		Data:      map[protocol.MIMEType]any{protocol.MIMETextHTML: html, protocol.MIMETextPlain: text},
		DisplayID: id,
	})
}
