mod expectimax;
mod full_tree;
mod secret;
