package grounding_test

// replies6 are replies with what they rest on, and what is invented in them.
var replies6 = []example{
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "Los sábados abrimos de 9 a 3 de la tarde.",
		planted: []string{
			"9 a 3 de la tarde",
		},
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "El teléfono de Centro es 55 1234 5687.",
		planted: []string{
			"55 1234 5687",
		},
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "Escríbenos a citas@sonrisa.mx o entra a www.sonrisadental.mx",
		planted: []string{
			"citas@sonrisa.mx",
			"www.sonrisadental.mx",
		},
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "Abrimos los domingos de 10 a 2.",
		planted: []string{
			"domingos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "¡Listo! Tu cita quedó agendada para el jueves 12 de marzo a las 16:30.",
		planted: []string{
			"quedó agendada",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Ya cancelé tu cita del jueves, no te preocupes.",
		planted: []string{
			"cancelé tu cita",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Te envié la confirmación a tu correo. Te esperamos el jueves 12.",
		planted: []string{
			"Te envié la confirmación",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Ya hablé con la doctora y me confirma que te recibe el jueves 12 a las 18:00.",
		planted: []string{
			"Ya hablé con la doctora",
		},
	},
	{
		lang:     "es",
		evidence: []string{text38},
		reply:    "Puedes cancelar sin costo hasta 48 horas antes.",
		planted: []string{
			"48 horas",
		},
	},
	{
		lang:     "es",
		evidence: []string{text38},
		reply:    "Si cancelas tarde se cobra el 30 % de la consulta.",
		planted: []string{
			"30 %",
		},
	},
	{
		lang:     "es",
		evidence: []string{text39},
		reply:    "Aceptamos tarjeta, efectivo y también PayPal.",
		planted: []string{
			"PayPal",
		},
	},
	{
		lang:     "es",
		evidence: []string{text39},
		reply:    "A partir de $3,000 ofrecemos 12 meses sin intereses.",
		planted: []string{
			"12 meses sin intereses",
		},
	},
}
