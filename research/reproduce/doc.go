// Package reproduce keeps the account of published numbers: what was published, what was
// computed for it, and a verdict. It knows no table; the packages below it have one
// file a published table or figure, and catalogue lists them.
package reproduce
