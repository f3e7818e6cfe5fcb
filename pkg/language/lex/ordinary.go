package lex

// ordinary are frequent words that look or sound like words of names, or are part of names and mean something else alone.
const ordinary = `hasta corta corto cortas cortos carta cartas cargo carga cargas cambio cambios camino campo campos cara caro cara caras cosa cosas
	cuenta cuentas cuerpo culpa curso dato datos debo deben deber decir dices dicen digo dije dijo dinero duda dudas efectivo ejemplo empresa entonces
	entrega entregan entregar entrada error escribo escribir espera espero esperar esperando estado estamos estaba estuve estuvo exacto falta faltan faltaba
	familia feliz fecha final forma fotos fuera fueron fuerte gente gracia grande grandes grupo gusta gustan gustaria gusto haber habia hablar hablo hace hacia hacen
	hecho hicieron hombre horas igual importa incluye informacion informes interesa interesada interesado jamas joven jugar junta juntos lado largo larga lejos
	lento lleva llevar llevo llega llegar llego llegue llamar llaman llama llamada llamen lugar luego luz paz sol mar madre padre mala malo maneja manejan manera mano manos marca
	mayor medio mejores menor mensaje mente metros mientras minuto mismo misma modo momento monto mujer mundo musica nadie necesita necesitan ningun ninguna ninguno
	noche nombres normal nota noticia novio novia nuestra nuestro nunca ocupa ocupo oferta ofrecen oficina opcion opciones paga pagar pagas pago pague pagues palabra
	parte partes parece pareja pasa pasan pasar paso pase pasen pobre poco poca pocos pocas podemos podria podrian poner pongo pone ponen porfa posible precios pregunta preguntar
	preguntas pronto proceso problema prueba puerta punto puntos quedan queda quedar quede quien quieren quiere quieres rapido rapida rato razon realmente recibe reciben
	recibir recibo recoger regalo regresar regreso respuesta responde respondan resto resultado resultados riesgo sabado sabe sabes saben sabia salir salud salgo salida santa santo
	seguro segura seguros sector senal sentir siempre siento sirve sirven sitio sobra sobre solo sola solos suerte supe tamano tanto tanta tarde tarjeta telefono tema
	temas tiempo tipo tipos toca tocar todavia toma tomar tomo total trabaja trabajan trabajo trae traen traer trato tratar tres ultima ultimo unica unico usan usar
	usted vacaciones valor valen varias varios veces vengo venga ver verdad verde vida viejo vienen viene vista vive vivo voces vuelta vuelvo zona
	abierto abierta acepta aceptan adelanto adentro afuera agenda agendo alguna algunas alguno algunos altura amable amiga amigo antes anoche apenas aparte aqui arriba atras
	aunque avisar aviso avisen baja bajo barato barata barrio bastante bonito bonita buena buenas buscando busco cabeza cada calidad calle calor capaz cerrado cerca
	chicos chicas cierra ciudad clase clases cliente clientes cobran cobra cobro color comer come comen comida comidas como compra comprar comun conmigo conocer conozco consigo
	contacto contar contento contesta contestan contra correo correcto correr costo costos creer creo cuadra cubre cuenten cuidado cumple cumpleanos dejar deja dejen dejo demas demora
	dentro derecha despues detalle diario dientes diferente dificil direccion disponible disponibles distinto doble dolia dolores dueno durante edad encima encanta encuentro
	entiendo entrar envian enviar envien excelente existe extrano facil favor favorito fiesta firma gastos gratis guardar hermana hermano historia hospital idea
	iglesia incluso izquierda jefe kilos libre libres libro limite lindo linda linea lista listos loco malas malos mama mamas manda mandan mandar mande manden mando
	mascota mascotas maximo mesero minimo moto mover muchos muchas muchas muerto negocio nena nene ninguno nivel novedad objeto ojala olvide pais papel papeles parada parado pared parque
	peor pedido pedidos perro persona personal pesado pesos piel pierna pierde planta plata playa plazo porque presente primo primer principal probar promocion propio proximo publico pueblo puesto
	queria quizas raro real recomiendan recomienda regla reviso revisar ropa ruido sabor salen sangre seco seguir senora senor separar servir siguiente silla simple sino situacion
	subir sucursales suelo sueno suena super supuesto susto tampoco tarda tardan tardar tenemos tener tenga tengan tengo tenido tenia terminar termino tienda tierra tomaron tonto
	trafico tranquila tranquilo turno turnos ubicados unas vecino venta ventas verano vestido viaje viajar visita volver vuelve vuelven
	about actually again agree almost alone already always amount anything around asked asking available away back because before behind being believe best better between both
	bring busy buy call called calling came check choose clean clear close closed come coming correct could couple course cover daily date days deal decide different done door down
	drop during each early earlier either else email enough even ever every everyone everything exactly expect family fast feel fill find fine first follow food forget form found free friend friends
	from front full fully game getting give given goes going gone great guess guys half hand happen happy hard have hear heard hello help here high hold home hope house idea
	important inside issue item keep kind knew know known large last late later leave left less letter like line list listen little live long look looking lost lots love lunch dinner
	make making many matter maybe mean message might mind minute minutes miss money more most much must near need never next nice nobody normal nothing number often once only open option
	order other others outside over paid part party past pass pay paying people perhaps phone place plan play point possible pretty price prices probably problem quick quite rather
	read ready real really reason remember reply room rest result right round same save saying seat second see seems send sent serve service several shop short should show side since
	size some someone something soon speak special spend stay start still stop store such supposed take taken taking talk tell than thank that then thing things think thought through
	ticket time times together total touch town tried true trust trying turn type under understand until used using usual usually value wait waiting walk wanted wants ways wear
	weeks well went were whatever while whole will wish without word work working works world worry worse worst would write wrong yours
	agora ainda algum alguma alguem amigo amiga antes aquele aquela assim aumento cada caro cedo certeza chegar cidade coisa coisas comprar conta contato crianca dados demora depois desculpa
	dinheiro direto duvida endereco entrega entregam enviar escola espero esposa esposo familia fazem fazer ficar ficou foram fora forte funciona gente gosto grande hora igreja igual jeito junto
	lado levar ligar livre longe loja lugar maior marcado marca mesmo mesma minutos mulher mundo nenhum nenhuma ninguem novo nova nunca opcao pagamento pagar parece parte passar pedir pergunta
	pessoal pouco pouca preciso preco primeira problema proximo quase queria querem quer quero recebe receber resposta rua saber saude seguinte semana sempre senhor senhora sobre somente tamanho tanto
	tarde tempo tenho tentar tipo todo todos toda trabalho tudo ultima ultimo valor vamos vezes vida vindo viagem volta voltar
	blanco blanca negro negra rojo roja verde azul amarillo amarilla rosa gris white black red blue green yellow
	abrir cerrar alto alta bajos cien cientos comprado corazon cruz dolores soledad consuelo mercedes reyes flores socorro guerra bravo moreno rubio franco delgado
	suspiro causa causas ajo casado casada pareja virtual linea rapida pesca esquina terraza sopla torre torres sabana pierna piernas pecho brazo brazos
	cortar puente mascara sueco libro pulso plazas implica planto planta plan planes crono cromo cerrada resulta resuelve receta recetas recibi
	quema quemo quemada marcha mancha canal canales banco bancos bolsa bolsas cajas caja barra barras piezas pieza queja quejas molesta molesto molestia`
