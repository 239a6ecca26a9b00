// Package catalogue lists all experiments that reproduce published numbers.
package catalogue
