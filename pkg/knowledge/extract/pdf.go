package extract

import "context"

func readPDF(context.Context, *document) error { return refuse("PDF not yet") }
