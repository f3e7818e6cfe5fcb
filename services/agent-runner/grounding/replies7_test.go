package grounding_test

// replies7 are replies with what they rest on, and what is invented in them.
var replies7 = []example{
	{
		lang:     "es",
		evidence: []string{text34},
		reply:    "La ortodoncia va de $18,000 a $35,000 y la valoración es gratis.",
		planted: []string{
			"$35,000",
			"gratis",
		},
	},
	{
		lang:     "es",
		evidence: []string{text34},
		reply:    "La ortodoncia la puedes pagar en 24 mensualidades de $750.",
		planted: []string{
			"24 mensualidades",
			"$750",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Tengo disponible el jueves 12 de marzo a las 15:30 con la Dra. Gómez.",
		planted: []string{
			"15:30",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Tengo disponible el viernes 13 de marzo a las 16:30 con la Dra. Gómez.",
		planted: []string{
			"viernes 13 de marzo",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Tengo un lugar el viernes 12 de marzo a las 4:30 de la tarde.",
		planted: []string{
			"viernes 12 de marzo",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Hay espacio el jueves 12 a las 4 y media de la tarde con el Dr. Ramírez.",
		planted: []string{
			"Dr. Ramírez",
		},
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "El sábado 14 a las 11 am te puede atender la Dra. Laura Méndez.",
		planted: []string{
			"11 am",
			"Laura Méndez",
		},
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "Estamos en Calle Hidalgo 254, colonia Centro.",
		planted: []string{
			"Calle Hidalgo 254",
		},
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "La sucursal Roma está en Calle Hidalgo 245, Col. Centro.",
		planted: []string{
			"Calle Hidalgo 245",
		},
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "También tenemos sucursal en Polanco, en Av. Masaryk 360.",
		planted: []string{
			"Polanco",
			"Av. Masaryk 360",
		},
	},
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
