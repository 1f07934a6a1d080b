// The logo (ui/mark) in white, 80 x 80: email clients do not show SVG.

export const markPng = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAFAAAABQBAMAAAB8P++eAAAAMFBMVEVMaXH///////////////////////////////',
    '/////////////////////////////6w4mEAAAAD3RSTlMAmYAQI+ylOlLN4PeLumzVyyi7AAAACXBIWXMAAAsTAAAL',
    'EwEAmpwYAAACDElEQVRIx+2Vv0vDQBTH06b+RKSiewuKawOiCKIWwUmlgu4VF3FSEBQHMbi5+OMPEB3cs7hKRR1FB1',
    '2c+ieUVFM1qX0296NN2lzuFTfxu1x6/fDu3vfdvVOUXyl2cJvGcB15gGUMmACAIoJrByR47IJsaXVEE4MGwPUqSWZq',
    'PQsgTgWgRMMcuqEdIdgLcEE+dl0ObCHYA7DijlHCwZfvz/Hh17NVnX5HAOLumKeg2bh/AGvAC0YoB58+cIPMOXcesM',
    'DApWbrqvtJ18BYjoE3PnCCzV7WwHY2Y2mNmdKQGgczgVtU1CybX+Fgik0kg+pb1QcHz+nvYoDLRN/+iLbeVA+2VImD',
    'pC7WYHPhOg3uGvMxBdapHngWyK50YgwpofAkqkcPj1vVcbSxGiLlSUpyRYPcC9KcC14h72rDIQxOiZwaR5OCndT4TV',
    'wumGwmKfgs4/bY4YC1cG4MauoP7YtGHbTDOuQseBTSIVXDC9piLyPgU1wIZvzguxB88oNlIVjwgxVxnXNeztHFaS94',
    'wZcwx7d5xwBLUsOI3BuqNg4uSsB9qDehUPEmJn25EhyUXa8NDpawEcsSsCCvX4tZd1drbNg5/hyGXWv7PmHOG9KLre',
    '5oSsIkA6JNmQpOqSISLFSQ4P4HEpx+Q4JdJ0gwmkSCsbTyr7pm+iQaYrZlQSIr7X2rwpRsDUQvjU7m7+gH8I2w94D3',
    'lrIAAAAASUVORK5CYII=',
  ].join(''),
  'base64',
)
