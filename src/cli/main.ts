console.log('ccchat');
