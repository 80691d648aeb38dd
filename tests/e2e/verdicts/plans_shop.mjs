// plans_shop.mjs: six scenarios of com.example.shop. For the form of a plan see
// plan.mjs.
import { back, plan, planOf, restart, scrollTo, step, tap, type } from './plan.mjs';

const add = (row) => tap({ text: 'Add', exact: true, position: row });
const cart = tap({ text: 'Cart (' });
const street = { id: 'street', hint: 'Street' };
const postcode = { id: 'postcode', hint: 'Postcode' };
const express = { id: 'express', text: 'Express delivery' };
const reopen = [restart('com.example.shop')];
const adds = { sum: ['Subtotal', 'Delivery'], near: 'Total' };

const sums = planOf('cart.json', [[add(0), add(1)], [cart], [], [tap(express)]]);

const removes = plan(
  'shop: remove from the cart',
  'com.example.shop',
  'A person removes things from the cart until it is empty',
  [
    step('Add Apple, Bread and Cheese to the cart; the cart has 3', [add(0), add(1), add(2)], [{ text: 'Cart (3)' }]),
    step(
      'Open the cart; there are 3 lines, Bread below Apple and Cheese below Bread',
      [cart],
      [
        { count: 3, of: 'Remove' },
        { text: 'Bread', near: 'Apple', where: 'below' },
        { text: 'Cheese', near: 'Bread', where: 'below' },
      ],
    ),
    step(
      'Remove Bread; "Bread removed" is shown for a moment, 2 lines are left and the subtotal is $7.60',
      [tap({ desc: 'Remove Bread' })],
      [
        { toast: 'Bread removed' },
        { count: 2, of: 'Remove' },
        { absent: 'Remove Bread' },
        { amount: '$7.60', near: 'Subtotal' },
      ],
    ),
    step(
      'Empty the cart; "Nothing here yet" is shown, there are 0 items and "Check out" is disabled',
      [tap({ text: 'Empty cart' })],
      [{ text: 'Nothing here yet' }, { text: 'Items: 0' }, { state: 'disabled', of: 'Check out' }],
    ),
  ],
);

const twice = plan('shop: two of one kind', 'com.example.shop', 'A person buys two of the same', [
  step(
    'Open "Kiwi", far down in the list; its price is $0.60',
    [scrollTo('Kiwi'), tap({ text: 'Kiwi' })],
    [{ text: 'Add to cart' }, { text: '$0.60' }],
  ),
  step(
    'Add it to the cart twice; "Kiwi added to cart" is shown for a moment',
    [tap({ text: 'Add to cart' }), tap({ text: 'Add to cart' })],
    [{ toast: 'Kiwi added to cart' }],
  ),
  step(
    'Go back and open the cart; "× 2" and $1.20 stand beside Kiwi',
    [back(), cart],
    [
      { text: '× 2', near: 'Kiwi', where: 'beside' },
      { amount: '$1.20', near: 'Kiwi' },
    ],
  ),
  step('The total is the sum of the subtotal and the delivery', [], [adds]),
  step('Go back; the cart has 2', [back()], [{ text: 'Cart (2)' }, { text: 'Featured' }]),
]);

const prices = plan(
  'shop: one price everywhere',
  'com.example.shop',
  'A person compares the price of a thing in the list, on its page and in the cart',
  [
    step('Cheese costs $7.20 in the list', [], [{ amount: '$7.20', near: 'Cheese' }]),
    step(
      'Open Cheese; its page shows $7.20 and "Add to cart"',
      [tap({ text: 'Cheese' })],
      [{ text: 'Add to cart' }, { text: '$7.20' }, { absent: 'Featured' }],
    ),
    step(
      'Begin to report it; "Report Cheese?" is asked',
      [tap({ text: 'Report', exact: true })],
      [{ text: 'Report Cheese?' }],
    ),
    step(
      'Answer "Report"; "Thank you" is shown for a moment',
      [tap({ id: 'button1', text: 'Report', exact: true })],
      [{ toast: 'Thank you' }, { absent: 'Report Cheese?' }],
    ),
    step(
      'Add it to the cart, go back and open the cart; Cheese costs $7.20',
      [tap({ text: 'Add to cart' }), back(), cart],
      [{ amount: '$7.20', near: 'Cheese' }, { text: 'Items: 1' }],
    ),
  ],
);

const tabs = plan('shop: tabs', 'com.example.shop', 'A person goes through the tabs and comes back', [
  step(
    'Open the tab Deals; it is selected and "50% off everything" is shown',
    [tap({ desc: 'Deals, tab 2 of 3' })],
    [{ state: 'selected', of: 'Deals' }, { text: '50% off everything' }],
  ),
  step(
    'Open the tab Home; it is selected, Deals is not, and "50% off everything" is gone',
    [tap({ desc: 'Home, tab 1 of 3' })],
    [{ state: 'selected', of: 'Home' }, { state: 'not selected', of: 'Deals' }, { absent: '50% off everything' }],
  ),
  step(
    'Add Dates to the cart; "Dates added to cart" is shown for a moment and the cart has 1',
    [add(3)],
    [{ toast: 'Dates added to cart' }, { text: 'Cart (1)' }],
  ),
  step('Open the tab Live; "Live now" is shown', [tap({ desc: 'Live, tab 3 of 3' })], [{ text: 'Live now' }]),
  step('Leave it; "Featured" is shown again', [tap({ text: 'Leave' })], [{ text: 'Featured' }, { absent: 'Live now' }]),
  step('Restart the app; the cart is empty', reopen, [{ text: 'Cart (0)' }]),
]);

const address = plan(
  'shop: where to',
  'com.example.shop',
  'A person gives an address, is told of mistakes, and finds it again after a restart',
  [
    step(
      'Open the cart and the delivery address and save it empty; "Enter a street" and ' +
        '"A postcode has five digits" are shown',
      [cart, tap({ text: 'Delivery address' }), tap({ text: 'Save address' })],
      [{ text: 'Enter a street' }, { text: 'A postcode has five digits' }],
    ),
    step(
      'Type the street "Main Street 5" and the postcode 123 and save; only "A postcode has five digits" is left',
      [type(street, 'Main Street 5'), type(postcode, '123'), tap({ text: 'Save address' })],
      [{ text: 'A postcode has five digits' }, { absent: 'Enter a street' }],
    ),
    step(
      'Type the postcode 12345 and save; "Address saved" is shown for a moment and the cart says ' +
        '"Deliver to Main Street 5, 12345"',
      [type(postcode, '12345'), tap({ text: 'Save address' })],
      [{ toast: 'Address saved' }, { text: 'Deliver to Main Street 5, 12345' }],
    ),
    step(
      'Restart the app and open the cart; it says "Deliver to Main Street 5, 12345"',
      [...reopen, cart],
      [{ text: 'Deliver to Main Street 5, 12345' }],
    ),
    step(
      'Open the delivery address; the street is "Main Street 5" and the postcode 12345',
      [tap({ text: 'Delivery address' })],
      [
        { value: 'Main Street 5', of: 'Street' },
        { value: '12345', of: 'Postcode' },
      ],
    ),
  ],
);

export const shopPlans = { sums, removes, twice, prices, tabs, address };
