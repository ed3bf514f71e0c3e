/**
 * Goods of the trade, one per line: phrases with the same meaning in Ukrainian, Russian and English, separated by
 * commas. Goods that no product names find nothing, and they are never corrected to others.
 */
export const goods = `
апельсин, апельсинка, помаранча, orange, оранж, оренж, ориндж
червоний апельсин, красный апельсин, кривавий апельсин, кровавый апельсин, сицилійський апельсин, blood orange, red orange, sicilian orange, блад оранж, блад орендж, сангвінелло, sanguinello
лимон, lemon, цитрон, цитрина
лайм, lime, лаймик, зелений лимон
грейпфрут, грейпфрукт, грейфрут, грепфрут, грейп, grapefruit, grape fruit, помпельмус, pampelmuse
помело, памело, pummelo
мандарин, мандаринка, клементин, танжерин, tangerine, satsuma, мікан
кумкват, кінкан, камкват
бергамот
юзу, юдзу
каламансі
яблуко, яблоко, apple, епл
груша, грушка, pear
слива, plum, плам
чорнослив, чернослив, prune
персик, peach, піч персик
нектарин
абрикос, курага, apricot, apricots
хурма, хурмичка, шарон, шарон фрукт, sharon fruit, persimmon
інжир, смоква, смоковниця, фіга, винна ягода
айва, quince
ананас, pineapple, пайнепл, пайнапл, ананасик
манго
ківі, kiwifruit, kiwi fruit, актинідія
пітая, пітахая, dragon fruit, dragonfruit, драгонфрут, драгон фрут, драгон, драконів фрукт, драконячий фрукт, фрукт дракона
кокос, coconut, кокосик, coconuts, копра
банан
маракуйя, passion fruit, passionfruit, пасифлора, гранадилла
папая
гуава
лічі, litchi
авокадо
карамбола, starfruit, star fruit
фінік, date
виноград, родзинки, изюм, grape, raisin
гранат, pomegranate
полуниця, трускавка, суниця, клубника, земляника, strawberry, стробері, страуберрі
малина, raspberry
вишня, черешня, cherry, maraschino, мараскіно, вишенька
чорниця, лохина, черника, голубика, blueberry
ожина, ежевика, blackberry
смородина, currant, currants, blackcurrant
журавлина, клюква, cranberry
обліпиха, облепиха, sea buckthorn
аґрус, крыжовник, gooseberry
барбарис, barberry
годжі, goji
калина, брусниця, шипшина, шиповник, rosehip
кавун, арбуз, watermelon
диня, melon
гібіскус, каркаде, суданська троянда, суданская роза, суданська рожа, розель, karkadeh, roselle, sorrel flowers
троянда, трояндочка, роза, розочка, rose, чайна троянда, чайная роза, tea rose, роуз
лаванда, lavender, лавандочка
волошка, василёк, cornflower, bachelor button, корнфлауер
ромашка, chamomile, camomile
жасмин, jasmine
календула, нагідки, marigold
фіалка, viola, pansy
бузина, elderflower, elderberry
клітора, анчан, butterfly pea
бадьян, аніс, анісова зірка, star anise, aniseed, зірочки анісу, звездочки аниса, звездчатый анис
кориця, циннамон, cassia, синамон
ялівець, ялівцеві ягоди, шишкоягоди, можжевельник, можжевеловый, можжевеловые ягоды, juniper, джуніпер, ялівцевий
чилі, перець чилі, гострий перець, острый перець, пекучий перець, жгучий перец, жгучий, стручковий перець, hot pepper, red pepper, chili pepper, пепероні, перчик чилі, кайєнський перець, cayenne, паприка гостра, гострий, острый, spicy, пікантний, халапеньйо, jalapeno
перець, pepper, паприка
рожевий перець, розовый перец, pink pepper, pink peppercorn
імбир, имбирный корень, ginger, джинджер, корінь імбиру, корень имбиря
розмарин, rosemary, розмарі, роузмері
гвоздика, clove
кардамон, cardamom
мускат, nutmeg, мускатний горіх, мускатный орех
шафран, saffron
куркума, turmeric
кмин, тмин, cumin, caraway
коріандр, кінза, coriander, cilantro
фенхель, fennel
лакриця, солодка, liquorice, licorice
мята, mint
базилік, basil
чебрець, тимьян, чабрец, thyme
шавлія, шалфей, sage
меліса, lemon balm
лемонграс
лаврове листя, bay leaf
полин, wormwood
ваніль, ванілін
сіль, соль, salt, sea salt, солоний, соляний, соленый, морська сіль, морская соль
цукор, сахар, sugar, sugared, сахарок, цукровий, засахаренный, зацукрований, тростинний цукор, тростниковый сахар, cane sugar
таджин, тажин, тахін, tajin, chili lime salt
буряк, свекла, beetroot, beet
морква, морковь, carrot, carrots
огірок, огурец, cucumber
томат, помідор
селера, сельдерей, celery
цибуля, лук, onion, часник, чеснок, garlic
картопля, картошка, potato, гарбуз, тыква, pumpkin
`

/**
 * Kinds of goods and, after `>`, the goods that belong to them. One language is enough: products are named in every
 * language.
 */
export const kinds = `
цитрус, цитрусові фрукти, citrus fruit > апельсин, лимон, лайм, грейпфрут, мандарин, кумкват, помело, бергамот
фрукти, fruit, fruits, сухофрукт, dried fruit, сухі фрукти > апельсин, лимон, лайм, грейпфрут, мандарин, кумкват, помело, яблуко, груша, слива, персик, хурма, інжир, айва, ананас, манго, ківі, пітая, кокос, полуниця, банан
тропічні, тропические, tropical, екзотика, экзотические, exotic, тропічні фрукти, тропические фрукты, tropical fruit, tropical fruits, екзотичні фрукти, экзотические фрукты, exotic fruit, exotic fruits, tiki > ананас, манго, ківі, пітая, кокос, банан, папая, маракуйя
садові фрукти, orchard fruit, orchard fruits, orchard, garden fruit > яблуко, груша, слива, персик, хурма, інжир, айва
ягоди, ягідні, berry > полуниця, малина, вишня, чорниця, журавлина, смородина
квіти, квітка, цветы, цветок, flower, floral, blossom, бутони, buds, сухоцвіт, сухоцвет, їстівні квіти, съедобные цветы, edible flowers, сушені квіти, сушеные цветы, dried flowers, flower petals > гібіскус, троянда, лаванда, волошка, ромашка, жасмин, календула, фіалка
пелюстки, лепестки, petal > троянда, волошка
трави, herb, травички, пряні трави, ароматні трави > розмарин, лаванда, чебрець, базилік, шавлія
спеції, спеції та прянощі, прянощі, пряности, spice, приправа, seasoning, пряний, spiced > бадьян, кориця, ялівець, чилі, імбир, гвоздика, кардамон
ботанікали, ботанікалс, ботаникалы, botanical > ялівець, розмарин, троянда, лаванда, волошка, кориця, бадьян
римінг, rimmer, rim mix, кромка, окантовка, кайма, окайомка, окаёмка, край, облямівка, обрамление, обсипка, посипка, sprinkle, обідок, ободок, rim > сіль обідка, цукор обідка
`

/** Phrases with the same meaning that no other list contains. */
export const groups = `
чипси, crisps, слайси, слайс, slices, фріпси, скибочки, ломтики, дольки, часточки, кружальця, кружечки, кружочек, wheels, rounds, wedges, coins, кільця, кольца, rings, пластинки
набір, набори, комплект, сет, sets, kit, бокс, асорті, assortment, подарунок, подарок, презент, gift, gifts, present, сувенір, gift set, garnish set, подарунковий набір, подарочный набор
овочі, овощи, vegetables, veggies, овочеві чипси, овощные чипсы, vegetable chips
гілочки, веточки, sprigs, twigs
палички, палочки, sticks, quills, bark, кора, трубочки кориці
стручки, стручок, pods
зірки, зірчастий, звезды, звездочки, звездчатый, star
стружка, стрічки, ленты, пластівці, хлопья, shavings, flakes, ribbons
цедра, шкірка, шкурка, кожура, твіст, твист, zest, peel, rind, twist
`
