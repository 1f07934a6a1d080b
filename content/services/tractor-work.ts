import type { ServicePage } from '../page.ts'

export const tractorWork: ServicePage = {
  path: '/grounds-maintenance/tractor-work',
  name: 'Tractor Work',
  menuLine: 'Topping, flailing and paddock care',
  title: 'Tractor Work: Topping, Flailing and Paddocks',
  description:
    'Paddock topping, field hedge flailing, harrowing, rolling and rotavating for smallholders and landowners in Worcestershire and Herefordshire.',
  keywords: [
    'tractor work Worcestershire',
    'paddock topping',
    'hedge flailing Herefordshire',
    'field topping contractor',
    'rotavating service',
  ],
  picture: 'tractor-work',
  hero: {
    subtitle: 'Tractor work',
    title: 'More acres than a mower can manage',
    description:
      'Topping, flailing, harrowing and ground preparation for paddocks, orchards and rough fields.',
  },
  updated: '2026-11-16',
  group: 'grounds-maintenance',
  enquiryService: 'Grounds Maintenance',
  formAtFoot: true,
  card: {
    title: 'Tractor Work',
    description:
      'Paddocks topped, field hedges flailed and rough ground broken for smallholdings, orchards and clubs.',
    icon: 'tractor',
  },
  sections: [
    {
      kind: 'list',
      heading: 'Jobs for the tractor',
      items: [
        'Topping paddocks, fallow ground and orchard alleys',
        'Flail-mowing rough grass, bracken and light scrub',
        'Field and roadside hedges cut with a flail',
        'Chain harrowing and rolling in spring',
        'Rotavating and stone-raking for lawns, plots and game cover',
        'Seeding and overseeding grass leys and wildflower margins',
        'Moving soil, stone and bark round a large garden',
      ],
    },
    {
      kind: 'prose',
      heading: 'When the ground will carry us',
      paragraphs: [
        'The flood meadows along the Severn, Teme, Lugg and Avon can lie soft into May, and the red clay above them is not much better. A tractor in too early leaves ruts that last for years. We would rather wait a week and will tell you so on the telephone.',
        'As a rule of thumb: harrow and roll in March or April once the top has dried, top paddocks from June before docks and thistles seed, rotavate in spring or early autumn, and cut hedges in January or February when the berries have gone.',
      ],
    },
    {
      kind: 'points',
      heading: 'Before the blades go round',
      points: [
        {
          title: 'Horses and ragwort',
          text: 'Ragwort is more palatable once it has wilted and is poisonous to horses and cattle. Pull and remove it before topping, or ask us to.',
        },
        {
          title: 'Hedges and the calendar',
          text: 'We do not flail field hedges between 1 March and 31 August: birds are nesting, and the rules for hedges on farmland allow few exceptions.',
        },
        {
          title: 'Ground nests and leverets',
          text: 'Long grass is walked first and cut from the middle outwards, so that what lives in it can leave.',
        },
      ],
    },
    {
      kind: 'prose',
      heading: 'Gates, wires and water',
      paragraphs: [
        'Tell us the width of the narrowest gate, where the electric fence runs, and anything hidden in the grass: old rails, water troughs, drain covers, tree stumps. Overhead cables matter too. A sketch on the back of an envelope is enough, and it may save the cost of a second trip.',
      ],
    },
  ],
}
