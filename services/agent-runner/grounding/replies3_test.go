package grounding_test

// replies3 are replies with what they rest on, and what is invented in them.
var replies3 = []example{
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Nosso telefone é (31) 3555-0124.",
		planted: []string{
			"(31) 3555-0124",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text09},
		reply:    "Também temos clareamento a laser por R$ 600.",
		planted: []string{
			"clareamento",
			"R$ 600",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "A deep clean takes about 2 hours.",
		planted: []string{
			"2 hours",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "There's a $50 fee if you cancel late.",
		planted: []string{
			"$50",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "Email us at help@sparkle.example.",
		planted: []string{
			"help@sparkle.example",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "We also do carpet cleaning and window washing.",
		planted: []string{
			"carpet cleaning",
			"window washing",
		},
	},
	{
		lang:     "en",
		evidence: []string{text10},
		reply:    "We're fully insured and have a 30-day satisfaction guarantee.",
		planted: []string{
			"30-day",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "El miércoles 8 de julio a las 9 te atiende el Dr. Hugo Vega.",
		planted: []string{
			"Dr. Hugo Vega",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tengo el miércoles 8 de julio a las 10 de la mañana en San Isidro.",
		planted: []string{
			"10 de la mañana",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tengo el jueves 9 de julio a las 15:00 en Miraflores.",
		planted: []string{
			"Miraflores",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tengo lugar el 10 de julio a las 15:00 en Surco.",
		planted: []string{
			"10 de julio",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Listo, ya quedaste agendado para el miércoles 8 de julio a las 9:00.",
		planted: []string{
			"quedaste agendado",
		},
	},
	{
		lang:     "es",
		evidence: []string{text14, text11},
		reply:    "Tu cita fue reprogramada para el jueves 9 de julio a las 15:00.",
		planted: []string{
			"fue reprogramada",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Ya cancelé su cita y le mandé el comprobante por correo.",
		planted: []string{
			"cancelé su cita",
			"le mandé el comprobante",
		},
	},
	{
		lang:     "en",
		evidence: []string{text11},
		reply:    "I've cancelled your appointment and refunded your deposit.",
		planted: []string{
			"cancelled",
		},
	},
	{
		lang:     "en",
		evidence: []string{text14},
		reply:    "Done! I've added you to the waiting list.",
		planted: []string{
			"I've added you to the waiting list",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text11},
		reply:    "Prontinho, remarquei sua consulta para quinta às 15h.",
		planted: []string{
			"remarquei",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Ya le notifiqué al doctor de tu retraso.",
		planted: []string{
			"notifiqué al doctor",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "Tu pago ha sido procesado con éxito.",
		planted: []string{
			"pago ha sido procesado",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Tenemos tacos al pastor a $25.",
		planted: []string{
			"$25",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Prueba nuestras enchiladas suizas o el pozole rojo.",
		planted: []string{
			"enchiladas suizas",
			"pozole rojo",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Nuestro chef Ramón Ibáñez te recomienda la quesadilla.",
		planted: []string{
			"Ramón Ibáñez",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Cinco tacos al pastor serían $120.",
		planted: []string{
			"$120",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Hoy hay 15% de descuento en tacos al pastor.",
		planted: []string{
			"15% de descuento",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Puedes pagar con Apple Pay o en efectivo.",
		planted: []string{
			"Apple Pay",
		},
	},
	{
		lang:     "es",
		evidence: []string{text17},
		reply:    "Síguenos en @tacoselgallo o en tacoselgallo.com.mx",
		planted: []string{
			"tacoselgallo.com.mx",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Contamos con 25 años de experiencia y más de 10,000 pacientes felices.",
		planted: []string{
			"25 años",
			"10,000",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Estamos a dos cuadras del metro Insurgentes.",
		planted: []string{
			"dos cuadras",
			"Insurgentes",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Estamos en el tercer piso de la Torre Mayor.",
		planted: []string{
			"Torre Mayor",
		},
	},
	{
		lang:     "es",
		evidence: []string{text11},
		reply:    "La Dra. Paula Vega te espera el miércoles 8.",
		planted: []string{
			"Paula Vega",
		},
	},
	{
		lang:     "en",
		evidence: []string{text11},
		reply:    "Your visit with Dr. Patel is on July 8.",
		planted: []string{
			"Dr. Patel",
		},
	},
	{
		lang:     "pt",
		evidence: []string{text11},
		reply:    "A Dra. Camila Rocha atende na quinta-feira.",
		planted: []string{
			"Camila Rocha",
		},
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "Te ofrezco 10 % menos si pagas hoy.",
		planted: []string{
			"10 %",
		},
	},
	{
		lang:     "es",
		evidence: []string{text02},
		reply:    "El masaje relajante cuesta novecientos ochenta pesos.",
		planted: []string{
			"novecientos ochenta pesos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text01},
		reply:    "Nuestro WhatsApp es +52 1 55 4433 2211.",
		planted: []string{
			"+52 1 55 4433 2211",
		},
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "¡Hola! Sí manejamos implantes 😊 Van de $12,500 a $18,000 e incluyen corona de zirconia. Antes necesitamos una radiografía. ¿Te gustaría agendar una valoración?",
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "El implante está desde $12,500. Si pagas de contado antes del 31 de marzo tienes un 10% de descuento.",
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "Con el descuento, el implante más económico te quedaría en $11,250 (10 % menos de $12,500).",
	},
	{
		lang:     "es",
		evidence: []string{text19},
		reply:    "En Polanco abrimos los lunes de 9:00 a 20:00 y los sábados de 10:00 a 15:00. Los domingos está cerrado. La dirección es Horacio 522.",
	},
	{
		lang:     "es",
		evidence: []string{text19},
		reply:    "La sucursal de Coyoacán queda en Francisco Sosa 88 y su teléfono es el 55 5987 6543. Los sábados no abre.",
	},
}
