use v5.36;

sub a { 1 }

package B;
use strict;
use warnings;

sub a { 2 }
