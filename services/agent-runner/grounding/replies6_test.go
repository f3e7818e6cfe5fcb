package grounding_test

// replies6 are replies with what they rest on, and what is invented in them.
var replies6 = []example{
	{
		lang:     "es",
		evidence: []string{text19},
		reply:    "La consulta tiene un costo de mil doscientos pesos.",
		planted: []string{
			"mil doscientos pesos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text19},
		reply:    "Contamos con más de 15 años de experiencia.",
		planted: []string{
			"15 años",
		},
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "¡Hola! 😊 La limpieza dental cuesta $800 y dura aproximadamente 45 minutos. ¿Te gustaría agendar una cita?",
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "La limpieza sale en ochocientos pesos y toma unos 45 min. ¿Quieres que busque un horario?",
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "Claro que sí, María. La limpieza tiene un costo de $800.00 MXN e incluye ultrasonido y pulido. Dura tres cuartos de hora, más o menos.",
	},
	{
		lang:     "es",
		evidence: []string{text34},
		reply:    "Estos son nuestros precios:\n1. Limpieza dental: $800\n2. Resina: de $900 a $1,500\n3. Ortodoncia: desde $18,000\n4. Valoración: $350\n\n¿Cuál te interesa?",
	},
	{
		lang:     "es",
		evidence: []string{text34},
		reply:    "Tenemos 4 servicios: limpieza dental, resina, ortodoncia y valoración. Si quieres, en un minuto te paso los detalles de cada uno 👍",
	},
	{
		lang:     "es",
		evidence: []string{text34},
		reply:    "Una limpieza y una valoración quedarían en $1,150 en total ($800 + $350).",
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Tengo disponible el jueves 12 de marzo a las 4:30 de la tarde con la Dra. Gómez o a las 6 de la tarde con el Dr. Méndez. ¿Cuál prefieres?",
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Para el sábado 14 hay un espacio a las 10 am con la Dra. Laura Gómez en Centro. ¿Te funciona?",
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Te puedo ofrecer dos opciones: jueves 12/03 a las 16:30 o sábado 14/03 a las 10:00. Dime cuál te acomoda mejor.",
	},
	{
		lang:     "es",
		evidence: []string{text35},
		reply:    "Los horarios libres son:\n• Jueves 12 de marzo, 16:30 h\n• Jueves 12 de marzo, 18:00 h\n• Sábado 14 de marzo, 10:00 h",
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "Estamos en Calle Hidalgo 245, colonia Centro. Abrimos de lunes a viernes de 9 a 7 y los sábados de 9 a 2. 📍",
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "La sucursal Roma está en Av. Álvaro Obregón 118 y atiende de lunes a viernes de 10:00 a 20:00. Su teléfono es 55 9876 1234.",
	},
	{
		lang:     "es",
		evidence: []string{text36},
		reply:    "Puedes llamarnos al +52 55 1234 5678 o escribirnos por WhatsApp al 55 8765 4321. Aquí el mapa: https://maps.example/sonrisa-centro",
	},
	{
		lang:     "es",
		evidence: []string{text37},
		reply:    "¡Listo! Tu cita quedó agendada para el jueves 12 de marzo a las 4:30 pm en Centro con la Dra. Laura Gómez. Te esperamos 🦷",
	},
	{
		lang:     "es",
		evidence: []string{text38},
		reply:    "Puedes cancelar sin costo hasta un día antes. Después de eso se cobra la mitad de la consulta, es decir el 50%.",
	},
	{
		lang:     "es",
		evidence: []string{text38},
		reply:    "No te preocupes: si cancelas con 24 horas de anticipación es gratis.",
	},
	{
		lang:     "es",
		evidence: []string{text39},
		reply:    "Sí, aceptamos tarjeta de crédito, transferencia y efectivo. Y en compras desde $3,000 hay 6 meses sin intereses.",
	},
	{
		lang:     "es",
		evidence: []string{text40},
		reply:    "Las coronas tienen garantía de cinco años y las resinas de dos, siempre que vengas a revisión cada seis meses.",
	},
	{
		lang:     "es",
		evidence: []string{text34},
		reply:    "Lo siento, no contamos con blanqueamiento dental por ahora. ¿Te gustaría conocer otro servicio?",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Entiendo que te preocupa el costo. Déjame revisar y en un momento te confirmo. ¿Me compartes tu nombre completo, por favor?",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "¡Buenas tardes! Soy Ada, la asistente virtual de Clínica Sonrisa. ¿En qué te puedo ayudar hoy?",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Con gusto te ayudo. ¿Para qué día te gustaría y prefieres en la mañana o en la tarde?",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "No tengo ese dato a la mano, pero puedo pedirle a una persona del equipo que te lo confirme. ¿Te parece?",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Gracias a ti, que tengas un excelente día. ¡Aquí estamos para lo que necesites! 🙌",
	},
	{
		lang:     "en",
		evidence: []string{text33},
		reply:    "Hi Ana! A dental cleaning is $800 MXN and takes about 45 minutes. Would you like me to look for a time?",
	},
	{
		lang:     "en",
		evidence: []string{text35},
		reply:    "The first opening is Thursday, March 12th at 4:30 PM with Dr. Gómez. There's also one on Saturday the 14th at 10 AM. Which one works better for you?",
	},
	{
		lang:     "en",
		evidence: []string{text37},
		reply:    "You're all set! Your appointment is booked for Thursday, March 12 at 4:30 pm at our Centro branch with Dra. Laura Gómez.",
	},
	{
		lang:     "en",
		evidence: []string{text38},
		reply:    "You can cancel free of charge up to 24 hours before your appointment; after that, 50% of the visit is charged.",
	},
	{
		lang:     "pt",
		evidence: []string{text33},
		reply:    "A limpeza custa $800 e leva cerca de 45 minutos. Quer que eu veja um horário para você?",
	},
	{
		lang:     "pt",
		evidence: []string{text35},
		reply:    "Temos horário na quinta-feira, 12 de março, às 16h30 ou às 18h. Qual você prefere?",
	},
	{
		lang:     "pt",
		evidence: []string{text37},
		reply:    "Pronto! Sua consulta ficou marcada para quinta, 12/03, às 16h30, com a Dra. Laura Gómez. Até lá!",
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "¡Hola! La limpieza dental cuesta $850 y dura 45 minutos.",
		planted: []string{
			"$850",
		},
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "La limpieza cuesta $800 y dura alrededor de 30 minutos.",
		planted: []string{
			"30 minutos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "La limpieza cuesta $80,000 pesos.",
		planted: []string{
			"$80,000",
		},
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "La limpieza sale en novecientos pesos, dura 45 minutos.",
		planted: []string{
			"novecientos pesos",
		},
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "La limpieza cuesta $800 y este mes tiene 20% de descuento.",
		planted: []string{
			"20% de descuento",
		},
	},
	{
		lang:     "es",
		evidence: []string{text33},
		reply:    "La limpieza cuesta $800 e incluye un blanqueamiento de cortesía.",
		planted: []string{
			"blanqueamiento",
		},
	},
	{
		lang:     "es",
		evidence: []string{text34},
		reply:    "También realizamos endodoncia e implantes, además de limpieza y ortodoncia.",
		planted: []string{
			"endodoncia",
			"implantes",
		},
	},
}
