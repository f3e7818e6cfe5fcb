package intent

// invoice is an invoice or a receipt; it wins over its own "cancel" and "urgent".
var invoice = Intent{
	Name: Invoice,
	Rules: []Rule{
		{Weight: 16, Say: `
			factura|facturas|facturar|facturan|facturacion|cfdi|invoice|invoices|boleta|comprobante|comprobantes|receipt|receipts|refactur*
			nota|recibo fiscal
			recibo|recibos ... pago|honorarios|consulta|compra
			constancia|datos fiscal|fiscales
			recibo por
			mi rfc|ruc|nit`},
	},
	Examples: []Example{
		{"necesito factura", ""},
		{"me pueden facturar?", ""},
		{"quiero mi boleta", ""},
		{"can I get an invoice?", ""},
		{"I need a receipt", ""},
		{"me urge la factura de ayer", ""},
		{"cancelar la factura", ""},
		{"emiten CFDI?", ""},
		{"comprobante de pago", ""},
	},
}
