import type { InfoTexts } from '../info-texts.ts'

export const texts: InfoTexts = {
  seller: {
    heading: 'Seller',
    registration: 'Registration number',
    address: 'Address',
    demo: 'This is a demonstration shop: the seller is fictional.',
  },
  terms: {
    title: 'Terms',
    parts: [
      {
        text: 'An order on this site commits you to nothing: we confirm price, delivery and payment with you within {promise}. You can cancel it until it is confirmed: message or call us. The total follows the shop’s prices at the time of the order.',
      },
    ],
  },
  privacy: {
    title: 'Your data',
    parts: [
      {
        text: 'With an order we store your name, phone, comment, the products and a keyed hash of your network address; our staff are notified of it on Telegram. After 24 months only products, total and status remain. An account stores your name, email or phone, favourites, cart and orders; you can delete it in your profile. The catalogue and unsent orders stay on your device until you clear the site’s data. Cookies are used only for signing in.',
      },
      {
        heading: 'Earlier deletion',
        text: 'Send us the order number, or your account’s email or phone, by email or Telegram: we’ll tell you what we store about you, correct it or delete it.',
      },
    ],
  },
  contacts: {
    title: 'Contact Us',
    parts: [
      { text: 'Telegram is quickest: we reply {hours} and confirm orders within {promise}.' },
      {
        heading: 'Need advice?',
        text: 'Tell us what you serve and how many guests you expect: we’ll suggest the fruit, the package and the quantity.',
      },
    ],
  },
  shipping: {
    title: 'Shipping Info',
    parts: [
      {
        text: 'We ship across Ukraine by post or courier. We agree on the method, address and price on Telegram when we confirm your order.',
      },
      {
        heading: 'When to expect it',
        text: 'A parcel usually leaves on the working day after confirmation and takes one to three days.',
      },
      {
        heading: 'Packing',
        text: 'Chips come in sturdy zip bags, larger quantities in a cardboard box too, so that the slices arrive whole.',
      },
    ],
  },
  returns: {
    title: 'Returns',
    parts: [
      {
        text: 'If a parcel arrives damaged or isn’t what you ordered, send us a photo on Telegram within 14 days: we’ll replace it or refund you.',
      },
      {
        heading: 'Opened bags',
        text: 'We can’t take back opened food of good quality: it couldn’t be served to another guest.',
      },
    ],
  },
  faq: {
    title: 'FAQ',
    parts: [
      {
        heading: 'How long do the chips keep?',
        text: 'Up to twelve months in a dry, dark place. Press the zip shut after opening: dried fruit absorbs moisture quickly.',
      },
      {
        heading: 'Do they contain sugar or colouring?',
        text: 'No. Only fruit, flowers and spices. The colour is natural.',
      },
      {
        heading: 'Can I order offline?',
        text: 'Yes. Your order is saved on your device and sent as soon as you’re online.',
      },
      {
        heading: 'What happens after I order?',
        text: 'We message you on Telegram within {promise} to agree on the details and delivery. You pay nothing on this site.',
      },
      {
        heading: 'How many slices in 50 g?',
        text: 'It depends on the fruit: about 38 lime slices or 15 orange slices. The product page shows the number.',
      },
    ],
  },
}
