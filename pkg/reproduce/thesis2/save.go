package thesis2

import (
	"cmp"
	"context"

	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/covariance"
)

// saveDetails runs what the account does not need, f at other training sizes, and
// writes the detailed tables.
func saveDetails(ctx context.Context, cfg study.Config, studies []covariance.Result, p reproduce.Numbers) error {
	functions, err := CovarianceFunctions(ctx, cfg)
	if err != nil {
		return err
	}
	return saveStudies(cfg, studies, functions, p)
}

// saveStudies writes the detailed tables of the studies.
func saveStudies(cfg study.Config, studies, functions []covariance.Result, p reproduce.Numbers) error {
	var variances []covariance.VarianceRow
	var orders []covariance.OrderRow
	var points []covariance.PointRow
	var coefficients []covariance.StudyRow
	var rates []covariance.RateRow
	var exchanged []ExchangeRow
	for _, r := range studies {
		variances = append(variances, r.Rows()...)
		orders = append(orders, r.Orders()...)
		points = append(points, r.Points()...)
		coefficients = append(coefficients, r.StudyRows()...)
		rates = append(rates, r.Rates()...)
		exchanged = append(exchanged, exchanges(r, r.Study.Config, p)...)
	}
	var curves []covariance.PointRow
	for _, r := range functions {
		curves = append(curves, r.Points()...)
	}
	return cmp.Or(
		study.Save(cfg, "covariance_functions", curves),
		study.Save(cfg, "variances", variances),
		study.Save(cfg, "variance_orders", orders),
		study.Save(cfg, "covariance_points", points),
		study.Save(cfg, "covariance_coefficients", coefficients),
		study.Save(cfg, "reduction_rates", rates),
		study.Save(cfg, "exchanged_columns", exchanged),
	)
}
