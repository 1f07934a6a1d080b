// Invented, and only ever shown by `npm run demo`.

export const demoReviews = [
  {
    author_name: 'Priya Nair (demo)',
    rating: 5,
    is_featured: true,
    review_text:
      'Our back garden in Malvern Link was a slope of wet clay that nobody used. It is now two level terraces with oak sleepers and steps wide enough for my mother. They came when they said, swept up every evening, and explained where the drain runs behind the wall. The quote was the price.',
  },
  {
    author_name: 'Tom Ashworth (demo)',
    rating: 5,
    is_featured: true,
    review_text:
      'Asked on a Monday, hedge down to six feet by Friday, and not a clipping left behind.',
  },
  {
    author_name: 'Ellen Pryce (demo)',
    rating: 4,
    is_featured: true,
    review_text:
      'Patio looks as it did the year it was laid. They found a loose slab and re-bedded it while they were here. A day later than planned because of the rain, but they rang first.',
  },
  {
    author_name: 'Marcus Bell (demo)',
    rating: 5,
    is_featured: true,
    review_text:
      'They look after the grounds of eleven flats for us. The residents used to write to me about the car park every winter and now they do not.',
  },
  {
    author_name: 'Joan Whitfield (demo)',
    rating: 5,
    is_featured: false,
    review_text: 'Fortnightly visits, same two people, borders better every month.',
  },
  {
    author_name: 'Rhys Morgan (demo)',
    rating: 3,
    is_featured: false,
    review_text: 'Good work on the fence. Took two calls to get the date settled.',
  },
]
