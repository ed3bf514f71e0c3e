import type { InfoTexts } from '../info-texts.ts'

export const texts: InfoTexts = {
  seller: {
    heading: 'Who sells',
    registration: 'Registration number',
    address: 'Address',
    demo: 'A demonstration shop: the seller is made up.',
    parts: [
      {
        heading: 'Terms',
        text: 'A request on this site costs nothing yet: we settle price, delivery and payment with you within 24 hours. Until it is confirmed you can cancel it: write or call us. The sum follows the shop’s prices at the moment of the request.',
      },
      {
        heading: 'Your data',
        text: 'With a request we keep your name, phone, comment, what you ordered and a keyed print of your network address; our staff hear of a new request in Telegram. After 24 months only goods, sum and status remain. An account holds your name, e-mail or phone, favourites, cart and requests; you can delete it in your profile. The catalogue and requests not sent yet lie on your device until you clear the site’s data. Cookies serve signing in and nothing else.',
      },
      {
        heading: 'To have it deleted sooner',
        text: 'Send us the number of the request or the address of the account by e-mail or Telegram: we will say what we keep about you, correct it or delete it.',
      },
    ],
  },
  contacts: {
    title: 'Contact Us',
    parts: [
      { text: 'Telegram is quickest: we answer every day from 9:00 to 21:00. Orders are confirmed within 24 hours.' },
      {
        heading: 'If you want advice',
        text: 'Tell us what you pour and how many guests you expect: we will suggest a cut, a package and how much to keep.',
      },
    ],
  },
  shipping: {
    title: 'Shipping Info',
    parts: [
      {
        text: 'We send all over Ukraine by post or courier. How, where to and for how much is agreed in Telegram when we confirm your request.',
      },
      {
        heading: 'When to expect it',
        text: 'A parcel usually leaves on the working day after confirmation and travels for one to three days.',
      },
      {
        heading: 'Packing',
        text: 'Chips travel in sturdy zip bags, larger amounts in a cardboard box as well, so that the slices arrive whole.',
      },
    ],
  },
  returns: {
    title: 'Returns',
    parts: [
      {
        text: 'If a parcel arrives damaged or holds something else than you ordered, send a photo in Telegram within 14 days: we replace it or return the money.',
      },
      {
        heading: 'Opened bags',
        text: 'Opened food of proper quality cannot come back: it could not be served to another guest.',
      },
    ],
  },
  faq: {
    title: 'FAQ',
    parts: [
      {
        heading: 'How long do the chips keep?',
        text: 'Up to twelve months somewhere dry and dark. Press the zip shut after opening: dried fruit loves moisture more than we would like.',
      },
      {
        heading: 'Is there sugar or colouring in them?',
        text: 'No. Only fruit, flowers and spices. The colour is their own.',
      },
      {
        heading: 'Can I order without a network?',
        text: 'Yes. Your request is kept on the phone and reaches us as soon as there is a connection.',
      },
      {
        heading: 'What happens after a request?',
        text: 'We write to you in Telegram within 24 hours to settle the details and delivery. There is nothing to pay on this site.',
      },
      {
        heading: 'How many slices are 50 grams?',
        text: 'It depends on the fruit: some 25–30 wheels of lime or 12–15 of orange.',
      },
    ],
  },
}
