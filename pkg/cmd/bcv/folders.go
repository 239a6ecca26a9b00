package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer/evallog"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/imports"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// results reads files of results, or folders of logs of evaluations.
func (f *compareFlags) results(paths []string) ([]results.Results, error) {
	file, folder := "", ""
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			folder = path
		} else {
			file = path
		}
	}
	switch {
	case folder == "" && f.filter != "":
		return nil, fmt.Errorf("--filter %s; files of results have no filters, which are of folders of logs", f.filter)
	case len(f.read.Summaries) > 0 && folder != "":
		return nil, fmt.Errorf("--summary beside %s; of logs give a file with a value of each run", folder)
	case folder == "":
		rs, err := results.Read(paths, f.read)
		if len(f.read.Summaries) > 0 {
			f.opt.Metrics = nil // there is one
		}
		return rs, err
	case file != "":
		return nil, fmt.Errorf("%s is a folder and %s none; give folders of logs, or files of results", folder, file)
	}
	return f.logs(paths)
}

// logs reads folders of logs, whose metric is chosen before the results are read.
func (f *compareFlags) logs(folders []string) ([]results.Results, error) {
	if len(f.opt.Metrics) > 1 {
		return nil, fmt.Errorf("--metric %s; of logs take one metric at a time", strings.Join(f.opt.Metrics, ","))
	}
	if rows := f.read.Told.Rows; rows != "" && rows != sheet.Items || f.read.Told.Columns != "" {
		return nil, errors.New("--rows or --columns; logs are of items, leave it out")
	}
	opt := evallog.Options{Metric: strings.Join(f.opt.Metrics, ""), Score: f.score, Loss: f.loss, Filter: f.filter,
		OneModel: true}
	for name, role := range f.read.Told.Roles {
		if role != sheet.Cluster || opt.Cluster != "" {
			return nil, fmt.Errorf("%s is told to be %s; of logs only --cluster FIELD is, once", name, role)
		}
		opt.Cluster = name
	}
	text, notes, err := imports.Folders(folders, opt)
	if err != nil {
		return nil, err
	}
	f.opt.Metrics, f.read.Metrics, f.read.Metric, f.read.Told = nil, nil, metric.Metric{}, sheet.Told{}
	rs, err := results.Parse(strings.Join(folders, ", "), text, f.read)
	if err == nil {
		rs[0].Notes = append(notes, rs[0].Notes...)
	}
	return rs, err
}
