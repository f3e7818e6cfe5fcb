package grounding_test

// replies4 are replies with what they rest on, and what is invented in them.
var replies4 = []example{
	{
		lang:     "es",
		evidence: []string{text20},
		reply:    "Listo ✅ Te esperamos el jueves 12 de marzo a las 4:30 p.m. en Polanco con el Dr. Iván Castro. Llega unos minutos antes, por favor.",
	},
	{
		lang:     "en",
		evidence: []string{text20},
		reply:    "Your appointment is confirmed for Thursday, March 12, 2026 at 4:30 PM in Polanco with Dr. Iván Castro. See you then!",
	},
	{
		lang:     "es",
		evidence: []string{text20},
		reply:    "Tu cita quedó confirmada. Si necesitas moverla, solo escríbeme por aquí.",
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "La mensualidad está en $599, el trimestre en $1,599 y el año en $5,499. Todas incluyen spinning, yoga y box 💪",
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "Puedes venir a un día de prueba gratis, solo hay que agendarlo. ¿Qué día te late?",
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "Abrimos de lunes a viernes de 6 de la mañana a 10 de la noche y el sábado de 8 a 4.",
	},
	{
		lang:     "es",
		evidence: []string{text21},
		reply:    "El estacionamiento es gratis las primeras dos horas.",
	},
	{
		lang:     "es",
		evidence: []string{text22},
		reply:    "La consulta pediátrica cuesta S/120, dura media hora e incluye control de talla y peso.",
	},
	{
		lang:     "es",
		evidence: []string{text23},
		reply:    "Estamos en Av. Alfredo Mendiola 3540, Independencia, de lunes a sábado de 9 a. m. a 7 p. m. Nuestro número es 987 654 321.",
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "A standard room is $89 a night for two with breakfast, and the suite is $149. Small pets are welcome ($20 per stay).",
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "Check-in is from 3 pm and check-out is at 11 am. The airport shuttle costs $25 each way; please book it a day ahead.",
	},
	{
		lang:     "en",
		evidence: []string{text24},
		reply:    "For 3 nights in the standard room it would be $267 (3 x $89).",
	},
	{
		lang:     "es",
		evidence: []string{text24},
		reply:    "El check-in es a las 15:00 y el check-out a las 11:00. La habitación estándar cuesta 89 dólares por noche con desayuno.",
	},
	{
		lang:     "es",
		evidence: []string{text25},
		reply:    "El ramo de una docena de rosas cuesta $450 y el de dos docenas $820. La tarjeta dedicatoria va incluida 🌹",
	},
	{
		lang:     "es",
		evidence: []string{text25},
		reply:    "Si pides antes de la 1 de la tarde te lo entregamos hoy mismo.",
	},
	{
		lang:     "pt",
		evidence: []string{text26},
		reply:    "A troca de óleo sai por R$ 189,90, com filtro incluso, e tem garantia de 90 dias.",
	},
	{
		lang:     "pt",
		evidence: []string{text26},
		reply:    "Alinhamento e balanceamento ficam em R$ 120. Nosso WhatsApp é (11) 98765-4321.",
	},
	{
		lang:     "pt",
		evidence: []string{text26},
		reply:    "Os dois serviços juntos dão R$ 309,90. Posso agendar?",
	},
	{
		lang:     "es",
		evidence: []string{text27},
		reply:    "Para color te recomiendo a Valeria Campos y para corte clásico a Joaquín Rubio.",
	},
	{
		lang:     "es",
		evidence: []string{text28},
		reply:    "Sí, tenemos estacionamiento propio, sin costo para clientes.",
	},
	{
		lang:     "es",
		evidence: []string{text29},
		reply:    "Hay lugar el martes 1 de diciembre a las 11:00 o el miércoles 2 a las 5:30 de la tarde, ambos en Polanco.",
	},
	{
		lang:     "pt",
		evidence: []string{text29},
		reply:    "Posso marcar para terça, 1º de dezembro, às 11h, ou quarta, dia 2, às 17h30. O que acha?",
	},
	{
		lang:     "en",
		evidence: []string{text30},
		reply:    "Your order A-1045 is on its way and should arrive around 8:15 pm. The total is $385.",
	},
	{
		lang:     "es",
		evidence: []string{text30},
		reply:    "Tu pedido A-1045 ya va en camino; llega cerca de las 8:15 de la noche 🛵",
	},
	{
		lang:     "es",
		evidence: []string{text31},
		reply:    "No veo ninguna cita a tu nombre. ¿Quieres que agendemos una?",
	},
	{
		lang:     "es",
		evidence: []string{text32},
		reply:    "¡Canjeado! Tu código es POSTRE-7K2 y te quedan 30 puntos.",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Hola Carlos, qué gusto saludarte. Cuéntame, ¿es tu primera visita con nosotros?",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Claro que sí. Para ayudarte mejor: 1) ¿qué servicio buscas?, 2) ¿qué día prefieres?, 3) ¿en la mañana o en la tarde?",
	},
	{
		lang:     "en",
		evidence: []string{},
		reply:    "Thanks for reaching out, Maria! I'll check and get back to you in 5 minutes.",
	},
	{
		lang:     "pt",
		evidence: []string{},
		reply:    "Que pena ouvir isso, João. Vou pedir para alguém da equipe entrar em contato, tudo bem?",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Entendido, queda pendiente entonces. Cuando tengas la fecha me avisas y lo vemos.",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "Siento la demora. Ahora mismo reviso la disponibilidad y te digo.",
	},
	{
		lang:     "es",
		evidence: []string{},
		reply:    "De nada, Lucía. ¡Feliz martes! 🌞",
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "Los implantes van de $12,500 a $16,000.",
		planted: []string{
			"$16,000",
		},
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "El implante incluye corona de porcelana e injerto de hueso.",
		planted: []string{
			"injerto de hueso",
		},
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "El descuento es del 15% pagando de contado.",
		planted: []string{
			"15%",
		},
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "La promoción termina el 30 de abril.",
		planted: []string{
			"30 de abril",
		},
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "El procedimiento dura dos horas.",
		planted: []string{
			"dos horas",
		},
	},
	{
		lang:     "es",
		evidence: []string{text18},
		reply:    "El implante lo coloca el Dr. Ernesto Salinas, especialista en cirugía maxilofacial.",
		planted: []string{
			"Dr. Ernesto Salinas",
			"cirugía maxilofacial",
		},
	},
	{
		lang:     "es",
		evidence: []string{text19},
		reply:    "Coyoacán abre los sábados de 10:00 a 15:00.",
		planted: []string{
			"sábados",
		},
	},
}
